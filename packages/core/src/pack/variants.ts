/** Which variants a pack uses, and a refusal of those this build cannot read. */
import { SussError } from '../ir/index.js'
import type { DiscoveryPattern } from './discovery/discovery-pattern.js'
import type { PatternPack } from './pattern-pack.js'
import type { TerminalPattern } from './terminals/terminal-pattern.js'

export type VariantFamily =
  | 'discovery'
  | 'method'
  | 'path'
  | 'channel'
  | 'wraps'
  | 'terminal'
  /** What a terminal match is said to be: `functionCall as exit`. */
  | 'outcome'
  | 'statusCode'
  | 'body'
  | 'inputMapping'
  /** Optional members of the pack and of its discovery patterns. */
  | 'member'

export interface UsedVariant {
  family: VariantFamily
  tag: string
  /** Where the pack uses it: `discovery[2].match`. */
  section: string
}

/** Per family, the tags this build has an interpreter for. */
export type Interpreters = Readonly<Record<VariantFamily, ReadonlySet<string>>>

/** A variant that nothing reads would silently find nothing. */
export function requireInterpreters(pack: PatternPack, implemented: Interpreters): void {
  const missing = usedVariants(pack).find(({ family, tag }) => !implemented[family].has(tag))
  if (missing === undefined) return
  throw new SussError(
    'BAD_PACK',
    `pack ${pack.name}: ${missing.section}: ${missing.family} "${missing.tag}" is not read by this build`,
    'Update suss, or leave that part out of the pack.',
  )
}

export function usedVariants(pack: PatternPack): UsedVariant[] {
  return [
    ...pack.discovery.flatMap((pattern, index) => discoveryVariants(pattern, `discovery[${index}]`)),
    ...terminalVariants(pack.terminals, 'terminals'),
    { family: 'inputMapping', tag: pack.inputMapping.type, section: 'inputMapping' },
    ...Object.keys(pack)
      .filter(key => !plainMembers.has(key))
      .map((key): UsedVariant => ({ family: 'member', tag: key, section: key })),
  ]
}

/** Members that name the pack or are covered by another family. */
const plainMembers: ReadonlySet<string> = new Set<keyof PatternPack>([
  'name',
  'protocol',
  'languages',
  'discovery',
  'terminals',
  'inputMapping',
  'version',
  'declarations',
])

function discoveryVariants(pattern: DiscoveryPattern, section: string): UsedVariant[] {
  const { match, bindingExtraction, binding, wraps, terminals, inputMapping } = pattern
  const variants: UsedVariant[] = [{ family: 'discovery', tag: match.type, section: `${section}.match` }]
  if (bindingExtraction !== undefined) {
    const at = `${section}.bindingExtraction`
    variants.push({ family: 'method', tag: bindingExtraction.method.type, section: `${at}.method` })
    variants.push({ family: 'path', tag: bindingExtraction.path.type, section: `${at}.path` })
  }
  if (binding !== undefined) {
    variants.push({ family: 'channel', tag: binding.channel.from, section: `${section}.binding.channel` })
  }
  if (wraps !== undefined)
    variants.push({ family: 'wraps', tag: wrapsTag(wraps), section: `${section}.wraps` })
  if (terminals !== undefined) variants.push(...terminalVariants(terminals, `${section}.terminals`))
  if (inputMapping !== undefined) {
    variants.push({ family: 'inputMapping', tag: inputMapping.type, section: `${section}.inputMapping` })
  }
  for (const key of ['mount', 'classComponent'] as const) {
    if (pattern[key] !== undefined)
      variants.push({ family: 'member', tag: key, section: `${section}.${key}` })
  }
  return variants
}

function wrapsTag(wraps: object): string {
  if ('method' in wraps) return 'method'
  if ('routeOption' in wraps) return 'routeOption'
  if ('scopeExport' in wraps) return 'scopeExport'
  if ('consumer' in wraps) return 'consumer'
  return 'constructorOption' in wraps ? 'constructorOption' : 'decorator'
}

const terminalVariants = (terminals: readonly TerminalPattern[], section: string): UsedVariant[] =>
  terminals.flatMap(({ kind, match, extraction }, index) => {
    const at = `${section}[${index}]`
    const variants: UsedVariant[] = [
      { family: 'terminal', tag: match.type, section: `${at}.match` },
      { family: 'outcome', tag: `${match.type} as ${kind}`, section: `${at}.kind` },
    ]
    const { statusCode, body } = extraction
    if (statusCode !== undefined) {
      variants.push({ family: 'statusCode', tag: statusCode.from, section: `${at}.extraction.statusCode` })
    }
    if (body !== undefined)
      variants.push({ family: 'body', tag: body.from, section: `${at}.extraction.body` })
    return variants
  })
