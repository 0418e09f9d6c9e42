/** Sets the repository up on a machine with only Node and npm: pinned pnpm, frozen lockfile, `tsc -b`. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The range of `engines.node`, read by hand: nothing is installed yet. */
export function isNodeFine(version) {
  const [major, minor] = version.split('.').map(Number)
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
}

/** npm hands its own settings down to scripts; pnpm must not read them, except where packages come from and go to. */
export function cleanEnvironment(env) {
  const inherited = /^npm_(config_(?!(registry|cache)$)|package_|lifecycle_|command$|execpath$)/i
  return Object.fromEntries(Object.entries(env).filter(([name]) => !inherited.test(name)))
}

/** Changes with the lockfile and with Node, so that an install is repeated exactly then. */
export function stampOf(lockfile, nodeVersion) {
  return createHash('sha256').update(lockfile).update(nodeVersion).digest('hex')
}

function run(command, args, env = process.env) {
  const done = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (done.error) fail(`${command} could not be started: ${done.error.message}`)
  if (done.status !== 0) fail(`"${[command, ...args].join(' ')}" failed`)
}

function fail(line) {
  console.error(`[bootstrap] ${line}`)
  process.exit(1)
}

function install() {
  const stampFile = join(root, 'node_modules', '.suss-bootstrap')
  const stamp = stampOf(readFileSync(join(root, 'pnpm-lock.yaml')), process.version)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  const pnpm = manifest.packageManager.split('+')[0]
  const args = ['--yes', pnpm, 'install', '--frozen-lockfile', '--reporter=append-only']
  console.log(`[bootstrap] npx ${args.join(' ')}`)
  run('npx', args, cleanEnvironment(process.env))
  writeFileSync(stampFile, stamp)
}

function main() {
  if (!isNodeFine(process.versions.node))
    fail(`Node ${process.versions.node} does not fit: this repository needs ${manifest.engines.node}`)
  install()
  run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b'])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
