/** The README of a pack, from its data and its fixtures. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const code = text => `\`${text}\``
const list = items => [...new Set(items)].map(code).join(', ')
const cell = text => String(text).replaceAll('|', '\\|')
const table = (head, rows) =>
  rows.length === 0
    ? ''
    : [
        `| ${head.join(' | ')} |`,
        `|${head.map(() => '---').join('|')}|`,
        ...rows.map(row => `| ${row.map(cell).join(' | ')} |`),
      ].join('\n')

/** What a pattern matches, in one line. */
function matched({ match, wraps }) {
  const from = match.importModule === undefined ? '' : ` of ${list([match.importModule].flat())}`
  if (wraps)
    return `${list([wraps.method ?? wraps.routeOption ?? wraps.constructorOption ?? wraps.decorator ?? wraps.scopeExport ?? wraps.consumer ?? 'wrapper'].flat().map(String))}${from}, as a wrapper`
  switch (match.type) {
    case 'registrationCall':
      return `${code(match.importName)}${from}: ${list(match.registrationChain)}`
    case 'registrationLoop':
      return 'the same in a loop over a list'
    case 'clientCall':
      return `${code(match.importName)}${from}${match.methodFilter ? `: ${list(match.methodFilter)}` : ''}`
    case 'fileConvention':
      return `${code(match.filePattern)}: ${list(match.exportNames)}`
    case 'namedExport':
      return `exports ${list(match.names)}`
    case 'decoratedRoute':
      return `classes with ${list(match.classDecorators)}${from}: ${list([...Object.keys(match.methodDecoratorRouteMap), ...(match.methodNames ?? [])])}`
    case 'decoratedMethod':
      return `classes with ${list(match.classDecorators)}${from}: ${list(match.methodDecorators)}`
    case 'graphqlHookCall':
      return `${list(match.hooks.map(h => h.hookName))}${from}`
    case 'graphqlImperativeCall':
      return `${code(match.importName)}${from}: ${list(match.methods.map(m => m.method))}`
    case 'resolverMap':
      return `${code(match.mapProperty)} given to ${code(match.importName)}${from}`
    case 'testCase':
      return `${list(match.suiteNames)}, ${list(match.caseNames)}${from}`
    case 'jsxElementRoute':
      return `${code(`<${match.routeElement}>`)}${from} and route objects`
    case 'packageExports':
      return 'exported functions of the packages of a workspace'
    case 'packageImport':
      return 'calls of what another package of the workspace exports'
    default:
      return code(match.type)
  }
}

/** What a terminal matches, in one line. */
function ending({ match, kind }) {
  switch (match.type) {
    case 'parameterMethodCall':
      return `${match.methodChain.length === 0 ? 'any method' : list([match.methodChain.join('.')])} on the ${match.parameterRole ?? `parameter ${match.parameterPosition}`}`
    case 'functionCall':
      return `a call of ${code(match.functionName)}`
    case 'throwExpression':
      return match.constructorPattern === undefined
        ? 'a throw'
        : `a throw of ${code(match.constructorPattern)}`
    case 'returnStatement':
      return 'a return'
    case 'returnShape':
      return `a return of an object${match.requiredProperties ? ` with ${list(match.requiredProperties)}` : ''}`
    case 'functionFallthrough':
      return 'the end of the body'
    case 'assertion':
      return `an assertion by ${list(match.callees)}`
    default:
      return `${code(match.type)} (${kind})`
  }
}

function status({ extraction }) {
  const source = extraction.statusCode
  const otherwise =
    extraction.defaultStatusCode === undefined
      ? ''
      : `${source ? ', else ' : ''}${extraction.defaultStatusCode}`
  switch (source?.from) {
    case undefined:
      return otherwise || '–'
    case 'argument':
      return `argument ${source.position}${otherwise}`
    case 'argumentProperty':
      return `${code(source.name)} of argument ${source.position}${otherwise}`
    case 'property':
      return `property ${code(source.name)}${otherwise}`
    case 'thrownProperty':
      return `${list(source.names)} of what is thrown${otherwise}`
    default:
      return `by the class that is thrown${otherwise}`
  }
}

const body = ({ extraction: { body: source } }) =>
  source === undefined
    ? '–'
    : source.from === 'argument'
      ? `argument ${source.position}`
      : `property ${code(source.name)}`

/** Rows that say the same are one. */
const distinct = rows => [...new Map(rows.map(row => [JSON.stringify(row), row])).values()]

/** Many methods that answer alike are one row. */
function terminalRows(terminals) {
  const byAnswer = new Map()
  for (const terminal of terminals) {
    const key = JSON.stringify([terminal.kind, status(terminal), body(terminal), terminal.match.type])
    byAnswer.set(key, [...(byAnswer.get(key) ?? []), terminal])
  }
  return [...byAnswer.values()].map(group => [
    distinct(group.map(t => [ending(t)]))
      .flat()
      .join('; '),
    group[0].kind,
    status(group[0]),
    body(group[0]),
  ])
}

/** The wrappers of a library that may answer the same are one row. */
function wrapperRows(wrappers) {
  const byAnswer = new Map()
  for (const { module, name, outcomes = [] } of wrappers) {
    const answer =
      outcomes.map(o => `${o.status}${o.thrown === undefined ? '' : ', thrown'}`).join('; ') || 'nothing'
    const key = JSON.stringify([module, answer])
    byAnswer.set(key, [...(byAnswer.get(key) ?? []), name])
  }
  return [...byAnswer].map(([key, names]) => {
    const [module, answer] = JSON.parse(key)
    return [code(module), list(names), answer]
  })
}

function fixtures(folder) {
  const root = join(folder, 'fixtures')
  return readdirSync(root, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => {
      const files = readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
        .filter(f => /\.[cm]?tsx?$/.test(f) && !f.includes('node_modules'))
        .sort()
      const found = files.flatMap(f =>
        [...readFileSync(join(root, name, f), 'utf8').matchAll(/\/\/~ (.*)$/gm)].map(([, text]) => text),
      )
      return [
        `[${name}](fixtures/${name})`,
        found
          .filter(t => t !== 'none')
          .slice(0, 6)
          .map(code)
          .join(', ') + (found.length > 6 ? ', …' : '') || 'nothing',
      ]
    })
}

/** `source` is the text of pack.ts, whose head says what the pack is. */
export function packReadme(pack, folder, source) {
  const [, head = ''] = /^\/\*\* (.*?) \*\//s.exec(source) ?? []
  const finds = distinct(pack.discovery.map(pattern => [pattern.kind, matched(pattern)]))
  const sections = [
    `# ${pack.name}`,
    '<!-- Made from pack.ts and the fixtures by "npm run build": do not edit. -->',
    head.replace(/\s+/g, ' '),
    `Protocol ${code(pack.protocol)}. ${pack.requiresImport?.length ? `Files that import ${list(pack.requiresImport)}, themselves or through others.` : 'Every file.'}`,
    finds.length > 0 ? `## Finds\n\n${table(['Kind', 'Where'], finds)}` : '',
    pack.invocationRecognizers || pack.accessRecognizers
      ? '## Recognises\n\nCalls and reads in the body of any unit; see [recognizers](recognizers).'
      : '',
    pack.terminals.length > 0
      ? `## Answers\n\n${table(['What', 'Kind', 'Status', 'Body'], terminalRows(pack.terminals))}`
      : '',
    pack.libraryWrappers?.length
      ? `## Library wrappers\n\n${table(['Library', 'Wrapper', 'May answer'], wrapperRows(pack.libraryWrappers))}`
      : '',
    `## Fixtures\n\n${table(['Example', 'What is found'], fixtures(folder))}`,
  ]
  return `${sections.filter(part => part !== '').join('\n\n')}\n`
}
