/** What a user may write in `suss({ … })`: the plugin's own options, and every key of suss.json. */
import { reportFormats, type ReportFormat, type SussConfig } from '@suss/core'
import { SussError } from '@suss/core/ir'

export interface ReportFile {
  format: ReportFormat
  /** Path from the root of the project. */
  file: string
}

export interface PluginOptions {
  /**
   * Folder to look for the project from: the nearest `suss.json`, else the nearest `package.json`.
   * @default the root of Vite, else the working folder
   */
  root?: string
  /**
   * Name of the asset with the summaries of this project.
   * @default 'behavioral-summary.json'
   */
  filename?: string
  /**
   * Whether the asset is written.
   * @default true
   */
  emit?: boolean
  /**
   * Whether the plugin does anything in a build.
   * @default true
   */
  build?: boolean
  /**
   * Reports to write as files; they are written also when the build fails.
   * @default []
   */
  report?: readonly ReportFile[]
  /**
   * No text report; failures are still thrown.
   * @default false
   */
  silent?: boolean
}

/** Keys of suss.json have the meaning and the default they have there, and win over the file. */
export interface Options extends PluginOptions, Partial<SussConfig> {}

export interface ResolvedOptions {
  host: Required<Omit<PluginOptions, 'root'>> & { root: string | null }
  config: Partial<SussConfig>
}

/** A report this host cannot write is wrong use; the keys of suss.json are judged where the file is. */
function requireFormats(report: readonly ReportFile[]): readonly ReportFile[] {
  const unknown = report.find(({ format }) => !reportFormats.includes(format))
  if (unknown)
    throw new SussError(
      'BAD_OPTIONS',
      `report format "${unknown.format}" is not available yet`,
      `Use ${reportFormats.join(', ')}.`,
    )
  return report
}

export function resolveOptions(options: Options = {}): ResolvedOptions {
  const {
    root = null,
    filename = 'behavioral-summary.json',
    emit = true,
    build = true,
    report = [],
    silent = false,
    ...config
  } = options
  return { host: { root, filename, emit, build, report: requireFormats(report), silent }, config }
}
