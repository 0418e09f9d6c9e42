/** A throwaway project with a server, its client, a compiler and this package. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const packages = join(import.meta.dirname, '../..')

/** Folders of the two compilers that are tried. */
export const compilers = {
  '6.0': dirname(require.resolve('typescript/package.json')),
  '5.9': dirname(require.resolve('typescript-5.9/package.json')),
} as const

/** What the handler sends is known by types only. */
export const sources = {
  'package.json': '{ "name": "clock", "type": "module", "dependencies": { "express": "*" } }',
  'node_modules/express/package.json':
    '{ "name": "express", "version": "5.0.0", "type": "module", "types": "index.d.ts" }',
  'node_modules/express/index.d.ts': `interface Response { json(body: unknown): void; status(code: number): Response }
interface App { get(path: string, handle: (req: { params: Record<string, string> }, res: Response) => unknown): void }
export default function express(): App
`,
  'src/globals.d.ts': `declare function fetch(url: string): Promise<{ ok: boolean; json(): Promise<any> }>
`,
  'src/store.ts': `export interface Clock { id: string; zone: 'utc' | 'local'; ticks: number[] }
const clocks: Record<string, Clock> = {}
export async function find(id: string): Promise<Clock | undefined> {
  return clocks[id]
}
`,
  'src/server.ts': `import express from 'express'
import { find } from './store.js'

export const app = express()

app.get('/clocks/:id', async (req, res) => {
  const clock = await find(req.params.id ?? '')
  if (!clock) return res.status(404).json({ error: 'gone' })
  res.json(clock)
})
`,
  'src/client.ts': `export async function zoneOf(id: string): Promise<string> {
  const response = await fetch(\`/clocks/\${id}\`)
  if (!response.ok) throw new Error('no clock')
  const clock = await response.json()
  return clock.zone
}
`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      lib: ['es2022'],
      module: 'nodenext',
      types: [],
      strict: true,
      skipLibCheck: true,
      rootDir: 'src',
      outDir: 'out',
    },
    include: ['src'],
  }),
}

export const asset = 'out/behavioral-summary.json'

export function makeProject(compiler: keyof typeof compilers | null = '6.0') {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'suss-tsc-')))
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const [file, text] of Object.entries(sources)) write(file, text)
  mkdirSync(join(root, 'node_modules/@suss'))
  symlinkSync(join(packages, 'tsc-plugin'), join(root, 'node_modules/@suss/tsc-plugin'))
  if (compiler) symlinkSync(compilers[compiler], join(root, 'node_modules/typescript'))
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  const node = (script: string, args: readonly string[], env: Record<string, string> = {}) =>
    run(root, script, args, env)
  return {
    root,
    read,
    write,
    node,
    has: (file: string): boolean => existsSync(join(root, file)),
    /** Replaces a text that must be there exactly once: a fault that was not planted proves nothing. */
    edit(file: string, from: string, to: string): void {
      const parts = read(file).split(from)
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times "${from}"`)
      write(file, parts.join(to))
    },
    tsc: (...args: string[]) => node(join(root, 'node_modules/typescript/bin/tsc'), args),
    sussTsc: (...args: string[]) => node(join(packages, 'tsc-plugin/bin/suss-tsc.js'), args),
    suss: (...args: string[]) => node(join(packages, 'core/bin/suss.js'), args),
    remove: (): void => rmSync(root, { recursive: true, force: true }),
  }
}

function run(cwd: string, script: string, args: readonly string[], extra: Record<string, string>) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...extra }
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [script, ...args], {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 120_000,
  })
  if (error) throw error
  return { status, stdout, stderr }
}
