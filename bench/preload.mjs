/** Loaded into a measured process: writes what it used to the file named by SUSS_BENCH when it ends. */
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.SUSS_BENCH
const started = performance.now()
if (file && isMainThread)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    const usage = {
      cpu: (user + system) / 1e6,
      wall: (performance.now() - started) / 1000,
      memory: process.resourceUsage().maxRSS / 1024,
    }
    writeFileSync(file, JSON.stringify(usage))
  })
