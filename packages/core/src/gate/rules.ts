/** Rules of .sussignore: parsed strictly, matched exactly. */
import picomatch from 'picomatch'
import { parse } from 'yaml'
import { z } from 'zod'
import { FindingKindSchema, SussError } from '../ir/index.js'
import { isForm } from './table.js'

const signatureKinds = ['CHANGED_REFERENCE', 'BROKEN_REFERENCE', 'AMBIGUOUS_REFERENCE']

const isSignatureKind = (kind: string): boolean =>
  signatureKinds.includes(kind) || /^signature\.[\w-]+$/.test(kind)

function isRuleKind(kind: string): boolean {
  if (isSignatureKind(kind)) return true
  const [name, form, ...rest] = kind.split('.')
  const known = FindingKindSchema.safeParse(name)
  return known.success && rest.length === 0 && (form === undefined || isForm(known.data, form))
}

const SideSchema = z.strictObject({
  summary: z.string().exactOptional(),
  transitionId: z.string().exactOptional(),
})

export const RuleSchema = z.strictObject({
  id: z.string().exactOptional(),
  kind: z
    .string()
    .refine(isRuleKind, { error: ({ input }) => `unknown kind "${String(input)}"` })
    .exactOptional(),
  boundary: z.string().exactOptional(),
  provider: SideSchema.exactOptional(),
  consumer: SideSchema.exactOptional(),
  field: z.string().exactOptional(),
  aspect: z.string().exactOptional(),
  file: z.string().exactOptional(),
  scope: z.enum(['narrow', 'broad']).default('narrow'),
  reason: z.string().trim().min(1, 'reason is empty'),
  effect: z.enum(['mark', 'downgrade', 'hide']).default('mark'),
})
export type Rule = z.infer<typeof RuleSchema>

const FileSchema = z.strictObject({ version: z.literal(1), rules: z.array(z.unknown()).default([]) })

/** What a rule can be matched against; findings of both checkers have it. */
export interface Suppressible {
  id: string
  kind: string
  form: string
  boundaryKey: string | null
  aspect?: string | undefined
  sources?: readonly string[] | undefined
  provider: RuleSide
  consumer: RuleSide
  files: readonly string[]
}

export interface RuleSide {
  summary: string
  transitionId?: string | undefined
  transitionIds?: readonly string[] | undefined
  field?: string | undefined
}

const problemText = (error: z.ZodError): string =>
  error.issues
    .map(issue => `${issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''}${issue.message}`)
    .join('; ')

function isTooWide(rule: Rule): boolean {
  const { id, kind, boundary, file, field, aspect, provider, consumer } = rule
  const sides = [provider?.summary, provider?.transitionId, consumer?.summary, consumer?.transitionId]
  if (id !== undefined) return false
  if (rule.scope === 'broad')
    return [kind, boundary, file, field, aspect, ...sides].every(value => value === undefined)
  if (kind === undefined) return true
  const wanted = isSignatureKind(kind) ? [file, field] : [boundary, file, ...sides]
  return wanted.every(value => value === undefined)
}

/** Throws for anything wrong, naming the rule's number. */
export function parseRules(text: string, file: string): Rule[] {
  const bad = (problem: string): SussError =>
    new SussError('BAD_CONFIG', `${file}: ${problem}`, 'Correct the file.')
  let raw: unknown
  try {
    raw = parse(text)
  } catch (error) {
    throw bad(error instanceof Error ? error.message : String(error))
  }
  const outer = FileSchema.safeParse(raw)
  if (!outer.success) throw bad(problemText(outer.error))
  return outer.data.rules.map((entry, index) => {
    const rule = RuleSchema.safeParse(entry)
    if (!rule.success) throw bad(`rule ${index + 1}: ${problemText(rule.error)}`)
    if (isTooWide(rule.data)) {
      throw bad(
        `rule ${index + 1}: give "id", or "kind" with boundary, summary, transitionId or file, or "scope: broad"`,
      )
    }
    return rule.data
  })
}

/** Rules about signatures are not named by `suss check`, used or not. */
export const isSignatureRule = ({ id, kind }: Rule): boolean =>
  id?.startsWith('finding:') === true || (kind !== undefined && isSignatureKind(kind))

const sideMatches = (rule: Rule['provider'], side: RuleSide, sources: readonly string[]): boolean => {
  if (rule === undefined) return true
  const ids = [...(side.transitionIds ?? []), ...(side.transitionId === undefined ? [] : [side.transitionId])]
  return (
    (rule.summary === undefined || rule.summary === side.summary || sources.includes(rule.summary)) &&
    (rule.transitionId === undefined || ids.includes(rule.transitionId))
  )
}

function fileMatches(glob: string, files: readonly string[]): boolean {
  const matches = picomatch(glob, { dot: true })
  return files.some(file => matches(file))
}

/** `normalize` brings a rule's boundary to the form of `boundaryKey`. */
export function matchesRule(
  rule: Rule,
  finding: Suppressible,
  normalize: (boundary: string) => string,
): boolean {
  const { id, kind, boundary, field, aspect, file } = rule
  return (
    (id === undefined || id === finding.id) &&
    (kind === undefined || kind === finding.kind || kind === `${finding.kind}.${finding.form}`) &&
    (boundary === undefined || normalize(boundary) === finding.boundaryKey) &&
    sideMatches(rule.provider, finding.provider, finding.sources ?? []) &&
    sideMatches(rule.consumer, finding.consumer, []) &&
    (field === undefined || field === finding.provider.field || field === finding.consumer.field) &&
    (aspect === undefined || aspect === finding.aspect) &&
    (file === undefined || fileMatches(file, finding.files))
  )
}
