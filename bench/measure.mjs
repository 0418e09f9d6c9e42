/** Runs a command several times and says what it used: CPU and wall seconds, peak memory in MB. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const preload = new URL('./preload.mjs', import.meta.url).href

/** `args` of node itself; a status other than the allowed ones is a fault of the benchmark. */
export function measureOnce({ args, cwd, statuses = [0], before = () => {} }) {
  before()
  const folder = mkdtempSync(join(tmpdir(), 'suss-bench-'))
  try {
    const file = join(folder, 'usage.json')
    const env = { ...process.env, SUSS_BENCH: file, NO_COLOR: '1' }
    const done = spawnSync(process.execPath, ['--import', preload, ...args], {
      cwd,
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    })
    if (!statuses.includes(done.status))
      throw new Error(`${args.join(' ')} in ${cwd} ended with ${done.status}:\n${done.stdout}${done.stderr}`)
    return { ...JSON.parse(readFileSync(file, 'utf8')), stdout: done.stdout }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Medians; the candidates take turns, so that a slow moment of the machine hits all of them. */
export function measure(candidates, times) {
  const runs = Object.fromEntries(Object.keys(candidates).map(name => [name, []]))
  for (let turn = 0; turn < times; turn++)
    for (const [name, candidate] of Object.entries(candidates)) runs[name].push(measureOnce(candidate))
  return Object.fromEntries(Object.entries(runs).map(([name, list]) => [name, medians(list)]))
}

const medians = list =>
  Object.fromEntries(['cpu', 'wall', 'memory'].map(key => [key, median(list.map(usage => usage[key]))]))

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}
