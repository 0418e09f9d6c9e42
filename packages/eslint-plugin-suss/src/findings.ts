/** One open project per root and process; the rules of a file read their share of its answer. */
import { readFileSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { findRoot, isCounted, openProject, type Project, type ReportedFinding } from '@suss/core'
import type { TypedProgram } from './typed.js'
import { SussError, type BehavioralSummary, type Gap } from '@suss/core/ir'

export interface FileAnswer {
  findings: readonly ReportedFinding[]
  gaps: readonly Gap[]
}

export type Answer =
  | ({ type: 'answered' } & FileAnswer)
  /** The project cannot be opened; told once, in the file that asked first. */
  | { type: 'refused'; message: string | null }

export interface Asked {
  /** Absolute path. */
  file: string
  /** The text being linted, which may not be saved. */
  text: string
  /** Of typed lint; null: suss asks a program of its own. */
  typed: TypedProgram | null
}

interface Held {
  project: Project
  /** What the project asks for types. */
  typed: TypedProgram | null
  /** The one file whose linted text differs from the disk. */
  overlay: Asked | null
  /** Empty until asked after a change. */
  answers: Map<string, FileAnswer> | null
  readAt: number
}

interface Refused {
  message: string
  toldIn: string
}

/** In an editor, other files are looked at again after this long (hosts.md 4). */
const staleAfter = 500
const nothing: FileAnswer = { findings: [], gaps: [] }

const roots = new Map<string, string>()
const projects = new Map<string, Held | Refused>()

/** The command line reads the project once; an editor keeps the process and edits on. */
const isSingleRun = (): boolean => /[\\/]eslint[\\/]bin[\\/]eslint\.js$/.test(process.argv[1] ?? '')

export function answerFor(asked: Asked): Answer {
  const held = holdProject(rootOf(asked.file), asked)
  if ('toldIn' in held) return { type: 'refused', message: held.toldIn === asked.file ? held.message : null }
  refresh(held)
  overlay(held, asked)
  if (held.answers === null) renewTypes(held, asked.typed)
  held.answers ??= readAnswers(held.project)
  return { type: 'answered', ...(held.answers.get(asked.file) ?? nothing) }
}

function rootOf(file: string): string {
  const folder = dirname(file)
  const root = roots.get(folder) ?? findRoot(folder)
  roots.set(folder, root)
  return root
}

/** A refused project is opened again when its file is linted again: suss.json may be mended by then. */
function holdProject(root: string, { file, typed }: Asked): Held | Refused {
  const known = projects.get(root)
  if (known && !('toldIn' in known && known.toldIn === file)) return known
  const opened = open(root, file, typed)
  projects.set(root, opened)
  return opened
}

function open(root: string, file: string, typed: TypedProgram | null): Held | Refused {
  try {
    return {
      project: openProject(optionsFor(root, typed)),
      typed,
      overlay: null,
      answers: null,
      readAt: Date.now(),
    }
  } catch (error) {
    if (!(error instanceof SussError)) throw error
    return { message: [error.message, error.remedy].filter(Boolean).join('. '), toldIn: file }
  }
}

const optionsFor = (root: string, typed: TypedProgram | null): Parameters<typeof openProject>[0] =>
  typed ? { root, program: typed } : { root }

/** After an edit typed lint brings another program. */
function renewTypes(held: Held, typed: TypedProgram | null): void {
  if (typed === null || typed.program === held.typed?.program) return
  held.project = openProject(optionsFor(held.project.root, typed))
  held.typed = typed
  if (held.overlay) held.project.setOverlay(pathIn(held, held.overlay), held.overlay.text)
}

function refresh(held: Held): void {
  if (isSingleRun() || Date.now() - held.readAt < staleAfter) return
  held.project.update()
  held.answers = null
  held.readAt = Date.now()
}

/** Only the file being linted is overlaid: what an editor shows of others may be closed without saving. */
function overlay(held: Held, asked: Asked): void {
  const saved = savedText(asked.file)
  const next = saved === undefined || saved === asked.text ? null : asked
  const last = held.overlay
  if (last?.file === next?.file && last?.text === next?.text) return
  if (last && last.file !== next?.file) held.project.setOverlay(pathIn(held, last), null)
  if (next) held.project.setOverlay(pathIn(held, next), next.text)
  held.overlay = next
  held.answers = null
}

/** Projects know their files by the path from their root. */
const pathIn = ({ project }: Held, { file }: Asked): string =>
  relative(project.root, file).split(sep).join('/')

/** Without the byte order mark, as ESLint hands text to rules; undefined for text that is in no file. */
function savedText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch {
    return undefined
  }
}

function readAnswers(project: Project): Map<string, FileAnswer> {
  // ESLint counts whatever it is given, so nothing accepted reaches it (hosts.md 1)
  const shown = project.check({ medium: 'host' }).findings.filter(isCounted)
  const findings = shown.map(
    finding => [project.absolute(finding.site.workspace, finding.site.file), finding] as const,
  )
  const gaps = project.extract().summaries.flatMap(summary => placeGaps(summary, project))
  const files = [...findings, ...gaps].flatMap(([file]) => (file === undefined ? [] : [file]))
  return new Map(
    [...new Set(files)].map(file => [file, { findings: ofFile(findings, file), gaps: ofFile(gaps, file) }]),
  )
}

const placeGaps = ({ gaps, location }: BehavioralSummary, project: Project): [string | undefined, Gap][] =>
  gaps.map(gap => {
    const { workspace = location.workspace, file = location.file } = gap.place ?? {}
    return [project.absolute(workspace, file), gap]
  })

const ofFile = <T>(placed: readonly (readonly [string | undefined, T])[], file: string): T[] =>
  placed.flatMap(([where, what]) => (where === file ? [what] : []))
