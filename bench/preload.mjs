/** Loaded into a measured process: writes what it used (of its children CPU only) to the file named by SUSS_BENCH when it ends. */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.SUSS_BENCH
const started = performance.now()
const children = { cpu: 0 }
if (file && isMainThread) {
  // what a child used is lost when it is ended without being waited for
  subscribe('child_process', ({ process: child }) => {
    const kill = child.kill.bind(child)
    child.kill = signal => {
      // what is ended twice still counts once
      if (child.pid !== undefined && !child.killed) add(child.pid)
      return kill(signal)
    }
  })
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    const usage = {
      cpu: (user + system) / 1e6 + children.cpu,
      wall: (performance.now() - started) / 1000,
      memory: process.resourceUsage().maxRSS / 1024,
    }
    writeFileSync(file, JSON.stringify(usage))
  })
}

/** From /proc, so on Linux only; ticks are hundredths of a second. */
function add(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    children.cpu += (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    // it ended before, or this is not Linux
  }
}
