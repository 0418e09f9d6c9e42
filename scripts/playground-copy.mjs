/** A throwaway copy of a playground app that builds and lints like the original. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment } from './bootstrap.mjs'

const repository = dirname(dirname(fileURLToPath(import.meta.url)))
const { packageManager } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))

/**
 * @param {string} app folder in `playground/`
 */
export function copyPlayground(app) {
  const original = realpathSync(join(repository, 'playground', app))
  const root = realpathSync(mkdtempSync(join(tmpdir(), `suss-${app}-`)))
  const notCopied = new Set(['node_modules', 'dist'])
  cpSync(original, root, { recursive: true, filter: source => !notCopied.has(basename(source)) })
  const members = readdirSync(original).filter(name => existsSync(join(original, name, 'package.json')))
  const own = existsSync(join(original, 'node_modules')) ? ['.'] : []
  for (const member of [...own, ...members]) linkModules({ original, root }, member)
  writeFileSync(
    join(root, 'pnpm-workspace.yaml'),
    `packages:\n${['.', ...members].map(name => `  - ${name}\n`).join('')}`,
  )

  return {
    root,
    read: file => readFileSync(join(root, file), 'utf8'),
    has: file => existsSync(join(root, file)),
    write: (file, text) => writeFileSync(join(root, file), text),
    /** Replaces a text that must be there exactly once: a fault that was not planted proves nothing. */
    edit(file, from, to) {
      const parts = readFileSync(join(root, file), 'utf8').split(from)
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times "${from}"`)
      writeFileSync(join(root, file), parts.join(to))
    },
    pnpm: (args, folder = '.') => run('npx', ['--yes', packageManager, ...args], join(root, folder)),
    suss: (args, folder = '.') =>
      run(process.execPath, [join(repository, 'packages/core/bin/suss.js'), ...args], join(root, folder)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Links of its own: what a build writes next to them stays in the copy. */
function linkModules({ original, root }, member) {
  const from = join(original, member, 'node_modules')
  const to = join(root, member, 'node_modules')
  for (const name of moduleNames(from)) {
    const real = realpathSync(join(from, name))
    const inside = relative(original, real)
    mkdirSync(dirname(join(to, name)), { recursive: true })
    const isMember = !inside.startsWith('..') && !inside.includes('node_modules')
    symlinkSync(isMember ? join(root, inside) : real, join(to, name))
  }
}

const moduleNames = folder =>
  readdirSync(folder)
    .filter(name => !['.cache', '.vite'].includes(name))
    .flatMap(name =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map(inner => join(name, inner)) : [name],
    )

function run(command, args, cwd) {
  const env = { ...cleanEnvironment(process.env), NO_COLOR: '1', FORCE_COLOR: undefined, NODE_ENV: undefined }
  const options = { cwd, env, encoding: 'utf8', timeout: 120_000, shell: process.platform === 'win32' }
  const { status, stdout, stderr, error } = spawnSync(command, args, options)
  if (error) throw error
  return { status, stdout, stderr, text: `${stdout}${stderr}` }
}
