/** Looks the names a pack declares up in the types of the installed libraries. */
import type { PackDeclarations } from '@suss/core/pack'
import ts from 'typescript'
import { fixtureOptions } from './compiler-options.js'

type Declaration = PackDeclarations[number]

const packsFolder = new URL('..', import.meta.url).pathname

const compilerOptions: ts.CompilerOptions = {
  ...fixtureOptions,
  // a library without types of its own is read from its code
  allowJs: true,
  maxNodeModuleJsDepth: 1,
}

/** Each name as `module: name` that the types installed for the folder do not have. */
export function missingNames(declarations: PackDeclarations, folder = packsFolder): string[] {
  const modules = declarations.map(({ module }) => module).filter(module => module !== 'global')
  const lookup = openLookup(modules, folder)
  return declarations.flatMap(declaration =>
    missingIn(declaration, lookup).map(name => `${declaration.module}: ${name}`),
  )
}

interface Lookup {
  /** An export of the module or a global; dotted for a member of a namespace. */
  symbol(module: string, name: string): ts.Symbol | null
  /** A method, property or option. */
  hasMember(symbol: ts.Symbol, member: string): boolean
}

function missingIn({ module, exports = [], members = {}, keys = {} }: Declaration, lookup: Lookup): string[] {
  const missingExports = exports.filter(name => lookup.symbol(module, name) === null)
  const missingMembers = [...Object.entries(members), ...Object.entries(keys)].flatMap(([type, names]) => {
    const symbol = lookup.symbol(module, type)
    if (symbol === null) return [type]
    return names.filter(name => !lookup.hasMember(symbol, name)).map(name => `${type}.${name}`)
  })
  return [...missingExports, ...missingMembers]
}

function openLookup(modules: readonly string[], folder: string): Lookup {
  const entry = `${folder}declared-names-entry.mts`
  // a package without `exports` is imported by its file here, and without the ending by what is bundled
  const text = modules.flatMap(module => [`import '${module}'`, `import '${module}.js'`]).join('\n')
  const host = ts.createCompilerHost(compilerOptions)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = file => file === entry || fileExists(file)
  host.readFile = file => (file === entry ? text : readFile(file))
  host.getSourceFile = (file, ...rest) =>
    file === entry ? ts.createSourceFile(file, text, rest[0]) : getSourceFile(file, ...rest)
  const program = ts.createProgram({ rootNames: [entry], options: compilerOptions, host })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(entry)

  const moduleSymbol = (module: string): ts.Symbol | null => {
    const specifiers = source?.statements
      .filter(ts.isImportDeclaration)
      .map(statement => statement.moduleSpecifier)
      .filter(node => ts.isStringLiteral(node) && [module, `${module}.js`].includes(node.text))
    return specifiers?.map(node => checker.getSymbolAtLocation(node)).find(one => one !== undefined) ?? null
  }

  const first = (module: string, name: string): ts.Symbol | null => {
    if (module === 'global') {
      const all = ts.SymbolFlags.Value | ts.SymbolFlags.Type | ts.SymbolFlags.Namespace
      return checker.resolveName(name, source, all, false) ?? null
    }
    const symbol = moduleSymbol(module)
    if (symbol === null) return null
    const exported = checker.getExportsOfModule(symbol).find(one => one.name === name)
    if (exported !== undefined) return unaliased(exported)
    const whole = symbol.exports?.get(ts.InternalSymbolName.ExportEquals)
    if (whole === undefined) return null
    return name === 'default'
      ? unaliased(whole)
      : (checker.getTypeOfSymbol(unaliased(whole)).getProperty(name) ?? null)
  }

  const unaliased = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

  return {
    symbol(module, name) {
      const [head = '', ...rest] = name.split('.')
      return rest.reduce<ts.Symbol | null>(
        (symbol, part) => {
          const inner = symbol && checker.getExportsOfModule(symbol).find(one => one.name === part)
          return inner ? unaliased(inner) : null
        },
        first(module, head),
      )
    },
    // of a class its static ones too
    hasMember: (symbol, member) =>
      checker.getDeclaredTypeOfSymbol(symbol).getProperty(member) !== undefined ||
      symbol.exports?.get(ts.escapeLeadingUnderscores(member)) !== undefined,
  }
}
