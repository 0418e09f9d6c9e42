/** Makes a rule out of the kinds it shows; every rule reports through here. */
import { ESLintUtils, type TSESLint } from '@typescript-eslint/utils'
import type { ReportedFinding, Site } from '@suss/core'
import type { FindingKind, Gap, Severity } from '@suss/core/ir'
import { answerFor, type FileAnswer } from './findings.js'
import { typedProgram } from './typed.js'

export interface RuleDocs {
  description: string
  /** What the rule shows: finding kinds, or one type of gap; `all` for every kind. */
  shows: readonly string[] | 'all'
}
export type SussRule = TSESLint.RuleModule<'shown' | 'refused', [], RuleDocs>
type Context = Readonly<TSESLint.RuleContext<'shown' | 'refused', []>>

/** Something to show, at its place in the linted file. */
interface Shown {
  text: string
  lines: { start: number; end: number }
  span?: { start: number; end: number }
  column?: number
}

interface RuleSpec {
  name: string
  description: string
  shows: RuleDocs['shows']
  select: (answer: FileAnswer) => Shown[]
}

const createRule = ESLintUtils.RuleCreator<RuleDocs>(
  name => new URL(`../docs/${name}.md`, import.meta.url).href,
)

/** Which severities a rule shows; the level of the rule itself is the configuration's (hosts.md 4). */
export interface FindingRule {
  name: string
  description: string
  /** Absent: every kind. */
  kinds?: readonly FindingKind[]
  severities: readonly Severity[]
}

export const findingRule = ({ kinds, severities, ...rest }: FindingRule): SussRule =>
  sussRule({
    ...rest,
    shows: kinds ?? 'all',
    select: ({ findings }) =>
      findings
        .filter(({ kind, severity }) => (kinds?.includes(kind) ?? true) && severities.includes(severity))
        .map(showFinding),
  })

export interface GapRule {
  name: string
  description: string
  type: Gap['type']
}

export const gapRule = ({ type, ...rest }: GapRule): SussRule =>
  sussRule({
    ...rest,
    shows: [type],
    select: ({ gaps }) => gaps.filter(gap => gap.type === type).flatMap(showGap),
  })

function sussRule({ name, description, shows, select }: RuleSpec): SussRule {
  return createRule<[], 'shown' | 'refused'>({
    name,
    meta: {
      type: 'problem',
      docs: { description, shows },
      messages: { shown: '{{text}}', refused: 'suss cannot read this project: {{text}}' },
      schema: [],
    },
    defaultOptions: [],
    create: context => ({ Program: () => report(context, select) }),
  })
}

/** A processor's block is no file of the project: only whole files are asked about. */
function report(context: Context, select: RuleSpec['select']): void {
  const { filename, physicalFilename, sourceCode } = context
  if (filename !== physicalFilename) return
  const typed = typedProgram(sourceCode.parserServices?.program, physicalFilename)
  const answer = answerFor({ file: physicalFilename, text: sourceCode.text, typed })
  if (answer.type === 'answered')
    for (const shown of select(answer))
      context.report({ messageId: 'shown', data: { text: shown.text }, loc: locationOf(shown, sourceCode) })
  else if (answer.message && isFirstRule(sourceCode))
    context.report({ messageId: 'refused', data: { text: answer.message }, loc: { line: 1, column: 0 } })
}

/** Several rules run on one text; what concerns none of them is said by the first. */
const told = new WeakSet<object>()
function isFirstRule(sourceCode: object): boolean {
  if (told.has(sourceCode)) return false
  told.add(sourceCode)
  return true
}

function showFinding({ site, other, description, advice }: ReportedFinding): Shown {
  const seen = other ? ` (${other.side}: ${placeText(other)})` : ''
  return { text: `${description}${seen}. ${advice}`, ...site }
}

function placeText({ workspace, file, lines }: Site): string {
  return `${workspace ? `${workspace} ` : ''}${file}:${lines.start}`
}

function showGap({ description, place, location }: Gap): Shown[] {
  if (place)
    return [
      { text: description, lines: { start: place.line, end: place.endLine ?? place.line }, span: place },
    ]
  return location ? [{ text: description, lines: location }] : []
}

function locationOf(
  { lines, span, column }: Shown,
  sourceCode: Context['sourceCode'],
): TSESLint.ReportDescriptor<string>['loc'] & object {
  const last = sourceCode.text.length
  if (span && span.end <= last)
    return { start: sourceCode.getLocFromIndex(span.start), end: sourceCode.getLocFromIndex(span.end) }
  return { line: Math.min(lines.start, sourceCode.lines.length), column: column ?? 0 }
}
