/**
 * Compares in one run and prints ratios beside the targets of architecture.md 5.
 * node bench/run.mjs [--times N] [--client DIR --server DIR]
 */
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { copyPlayground } from '../scripts/playground-copy.mjs'
import { measure, measureOnce } from './measure.mjs'

const repository = fileURLToPath(new URL('..', import.meta.url))
const suss = join(repository, 'packages/core/bin/suss.js')
const tsc = join(repository, 'node_modules/typescript/bin/tsc')

function main() {
  const { values } = parseArgs({
    options: { times: { type: 'string' }, client: { type: 'string' }, server: { type: 'string' } },
  })
  const times = Number(values.times ?? 3)
  const shop = copyPlayground('shop')
  try {
    const pair =
      values.client && values.server
        ? { client: resolve(values.client), server: resolve(values.server) }
        : inside(shop)
    compareAnalysis(pair, times)
    compareBuilds(shop, times)
  } finally {
    shop.remove()
  }
}

const inside = shop => ({ client: join(shop.root, 'client'), server: join(shop.root, 'server') })
const forget = folder => rmSync(join(folder, 'node_modules/.cache/suss'), { recursive: true, force: true })

/** `suss check` of the client reads both folders, so it stands against the compiler over both. */
function compareAnalysis({ client, server }, times) {
  const check = (...flags) => ({ args: [suss, 'check', '--fail-on', 'none', ...flags], cwd: client })
  const compile = cwd => ({ args: [tsc, '--noEmit'], cwd, statuses: [0, 1, 2] })
  const used = measure(
    {
      tscClient: compile(client),
      tscServer: compile(server),
      tscStart: { args: [tsc, '--version'], cwd: client },
      sussStart: { args: [suss, '--help'], cwd: client },
      syntax: check('--no-cache', '--types', 'off'),
      classic: check('--no-cache', '--types', 'classic'),
      native: check('--no-cache', '--types', 'native'),
    },
    times,
  )
  forget(client)
  forget(server)
  measureOnce(check())
  const { warm } = measure({ warm: check() }, times)
  const { stdout } = measureOnce({ args: [suss, 'extract', '--no-cache', '--allow-empty'], cwd: server })
  const units = JSON.parse(stdout).length

  const compiler = used.tscClient.cpu + used.tscServer.cpu - 2 * used.tscStart.cpu
  const ratio = usage => (usage.cpu - used.sussStart.cpu) / compiler
  console.log(`analysis of ${client}\n     and of ${server}`)
  console.log(
    `tsc --noEmit of both: ${seconds(compiler)} CPU, start left out${compiler < 10 ? ' (targets hold from 10 s)' : ''}`,
  )
  row('syntax-only cold ÷ tsc', ratio(used.syntax), 0.08)
  row('typed cold, classic ÷ tsc', ratio(used.classic), 0.6)
  row('typed cold, native ÷ tsc', ratio(used.native), 0.15)
  row('typed cold, native ÷ classic', ratio(used.native) / ratio(used.classic), 0.5)
  row('warm, nothing changed ÷ tsc', ratio(warm), 0.01)
  row(
    'peak memory, typed ÷ tsc',
    used.classic.memory / Math.max(used.tscClient.memory, used.tscServer.memory),
    0.5,
  )
  row('KB of output per unit', units === 0 ? Number.NaN : Buffer.byteLength(stdout) / 1024 / units, 6)
}

function compareBuilds(shop, times) {
  const { client } = inside(shop)
  const vite = join(client, 'node_modules/vite/bin/vite.js')
  const config = shop.read('client/vite.config.ts')
  const plain = config.replace(/^import suss.*\n/m, '').replace('suss()', '')
  const build = (text, before = () => {}) => ({
    args: [vite, 'build'],
    cwd: client,
    before() {
      shop.write('client/vite.config.ts', text)
      before()
    },
  })
  const clean = () => {
    forget(client)
    forget(join(shop.root, 'server'))
  }
  measureOnce(build(config))
  const { without, warm } = measure({ without: build(plain), warm: build(config) }, times)
  const { cold } = measure({ cold: build(config, clean) }, times)
  console.log(`\nvite build of the shop's client: ${seconds(without.wall)} without the plugin`)
  row('with the plugin, warm ÷ without', warm.wall / without.wall, 1.1)
  row('with the plugin, cold ÷ without', cold.wall / without.wall, 1.6)
}

const seconds = number => `${number.toFixed(2)} s`

function row(what, ratio, target) {
  const verdict = Number.isNaN(ratio) ? 'not measured' : ratio <= target ? 'met' : 'MISSED'
  console.log(
    `  ${what.padEnd(34)} ${ratio.toFixed(3).padStart(8)}   target ≤ ${String(target).padEnd(5)} ${verdict}`,
  )
}

main()
