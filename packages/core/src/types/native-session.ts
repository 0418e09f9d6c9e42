/** A running native checker with one project open. */
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { dirname, join } from 'node:path'
import type { FileSystem } from '@typescript/native/unstable/fs'
import type { API, Project } from '@typescript/native/unstable/sync'
import { importsThrough } from './bare-imports.js'
import { exists } from './disk.js'
import { foldersAbove } from './installed.js'
import { loadNative, type NativeModule } from './native-module.js'
import { nativeProject } from './native-project.js'
import type { SessionOptions } from './session.js'

export interface NativeSession {
  native: NativeModule
  project: Project
  /** Whether the process still answers. */
  isAlive(): boolean
  close(): void
}

/** Null where its answers could differ from those of TypeScript 6; what cannot be started throws. */
export function openNativeSession(options: SessionOptions, manifest: string): NativeSession | null {
  const native = loadNative(manifest)
  if (native === null) return null
  const { host } = options
  let virtual: { path: string; text: string } | null = null
  const started = start(
    native,
    host.root,
    diskOf(options, path => (path === virtual?.path ? virtual.text : undefined)),
  )
  try {
    const found = nativeProject(host, options.tsconfigs, path => started.api.parseConfigFile(path))
    if (found === null || (found.baseUrl !== null && importsThrough(found.baseUrl, host))) {
      started.close()
      return null
    }
    virtual = found
    const project = openProject(started.api, found.path)
    if (project !== null && isUnderstood(project))
      return { native, project, isAlive: () => answers(project), close: started.close }
    started.close()
    return null
  } catch (error) {
    started.close()
    throw error
  }
}

interface Started {
  api: API
  close(): void
}

function start({ api: { API } }: NativeModule, root: string, fs: FileSystem): Started {
  const children: ChildProcess[] = []
  const note = (message: unknown): void => {
    const { process: child } = message as { process: ChildProcess }
    makeHarmless(child)
    children.push(child)
  }
  const end = (): void => {
    for (const child of children) {
      child.stdin?.destroy()
      child.stdout?.destroy()
      child.kill()
    }
  }
  subscribe('child_process', note)
  try {
    const api = new API({ cwd: root, fs })
    return { api, close: () => closed(api, end) }
  } catch (error) {
    end()
    throw error
  } finally {
    unsubscribe('child_process', note)
  }
}

/**
 * A child that could not be started says so when nobody listens any more, and ending it ends its whole group.
 * One that is told to end writes to the terminal that it was.
 */
function makeHarmless(child: ChildProcess): void {
  const kill = child.kill.bind(child)
  child.on('error', () => undefined)
  child.kill = () => child.pid !== undefined && kill('SIGKILL')
}

/** A child that is gone cannot be told to close. */
function closed(api: API, end: () => void): void {
  try {
    api.close()
  } catch {
    // what matters is that it ends
  } finally {
    end()
  }
}

/** The texts the spans were measured in win over what is on disk. */
function diskOf({ host }: SessionOptions, virtual: (path: string) => string | undefined): FileSystem {
  const own = new Map(host.files().map(file => [join(host.root, file), file]))
  const readFile = (path: string): string | undefined => {
    const file = own.get(path)
    return virtual(path) ?? (file === undefined ? undefined : host.read(file)?.replace(/^\uFEFF/, ''))
  }
  if ([...own.keys()].every(exists)) return { readFile }
  const folders = new Set([...own.keys()].flatMap(path => foldersAbove(dirname(path))))
  return {
    readFile,
    fileExists: path => own.has(path) || undefined,
    directoryExists: path => folders.has(path) || undefined,
  }
}

/** Null when the config has no project, or the version answers to other names. */
function openProject(api: API, config: string): Project | null {
  const snapshot = api.updateSnapshot({ openProjects: [config] })
  return snapshot.getProject(config) ?? null
}

function answers({ checker }: Project): boolean {
  try {
    checker.getAnyType()
    return true
  } catch {
    return false
  }
}

const removedOption: ReadonlySet<number> = new Set([5102, 5108])

/** An option it no longer knows may have led TypeScript 6 to another answer. */
const isUnderstood = ({ program }: Project): boolean =>
  [...program.getProgramDiagnostics(), ...program.getConfigFileParsingDiagnostics()].every(
    ({ code }) => !removedOption.has(code),
  )
