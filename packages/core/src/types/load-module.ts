/** Loads the modules of packs, TypeScript ones too; nothing else of a project is ever executed. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compileFunction } from 'node:vm'
import { loadTypeScript, type TypeScript } from './typescript.js'

export interface PackModules {
  /** The module's exports; throws what the module throws. */
  load(specifier: string, from: string): unknown
  /** Whether the specifier leads to a module at all. */
  has(specifier: string, from: string): boolean
}

/** `from` is the folder a specifier is looked up from. */
export function packModules(): PackModules {
  const loaded = new Map<string, { exports: unknown }>()
  return {
    has: (specifier, from) => pathOf(specifier, from) !== null,
    load: (specifier, from) => {
      const path = pathOf(specifier, from)
      if (path === null) throw new Error(`there is no module ${specifier}`)
      return isTypeScript(path) ? loadTypeScriptModule(path, loaded) : createRequire(path)(path)
    },
  }
}

/** Shipped packs come with suss, so they are looked up from here first. */
function pathOf(specifier: string, from: string): string | null {
  const places = specifier.startsWith('@suss/')
    ? [import.meta.url, join(from, 'suss.json')]
    : [join(from, 'suss.json')]
  for (const place of places) {
    try {
      return createRequire(place).resolve(specifier)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  return null
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'

const isTypeScript = (path: string): boolean => /\.[cm]?ts$/.test(path)

/** As CommonJS, because loading is synchronous everywhere; a cycle sees what is exported so far. */
function loadTypeScriptModule(path: string, loaded: Map<string, { exports: unknown }>): unknown {
  const known = loaded.get(path)
  if (known !== undefined) return known.exports
  const typescript = loadTypeScript()
  const module = { exports: {} as unknown }
  loaded.set(path, module)
  const require = createRequire(path)
  const requireFrom = (specifier: string): unknown => {
    const source = typeScriptFile(typescript, path, specifier)
    return source === null ? require(specifier) : loadTypeScriptModule(source, loaded)
  }
  const run = compileFunction(
    compiled(typescript, path),
    ['exports', 'require', 'module', '__filename', '__dirname'],
    {
      filename: path,
    },
  )
  run(module.exports, requireFrom, module, path, dirname(path))
  return module.exports
}

function compiled(typescript: TypeScript, path: string): string {
  const { CommonJS } = typescript.ModuleKind
  return typescript.transpileModule(typescript.sys.readFile(path) ?? '', {
    fileName: path,
    compilerOptions: { module: CommonJS, target: typescript.ScriptTarget.ES2023, esModuleInterop: true },
  }).outputText
}

/** A relative import of a TypeScript file, also under the name it would be built to. */
function typeScriptFile(typescript: TypeScript, importer: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  const path = join(dirname(importer), specifier)
  const candidates = [path, path.replace(/\.([cm]?)js$/, '.$1ts'), `${path}.ts`]
  return candidates.find(candidate => isTypeScript(candidate) && typescript.sys.fileExists(candidate)) ?? null
}
