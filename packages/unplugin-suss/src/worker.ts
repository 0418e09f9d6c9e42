/** The analysis beside the bundler: one job in, one outcome out, then the thread ends. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { findRoot, formatReport, openProject, summariesText } from '@suss/core'
import { SussError } from '@suss/core/ir'
import { locate } from './located.js'
import type { Analysed, Job, Message, Watched } from './message.js'

function analyse({ from, config, aliases, report: files, color }: Job): Analysed & Watched {
  const project = openProject({ root: findRoot(from), config, aliases })
  const { failOn = 'error' } = project.config
  send({ type: 'opened', failOn })
  const { summaries, incomplete } = project.extract()
  const report = project.check({ medium: 'host' })
  const options = { project, from: project.root, failOn }
  for (const { format, file } of files) writeReport(resolve(project.root, file), formatReport(format, report, options))
  return {
    type: 'analysed',
    asset: summariesText(summaries),
    text: [
      ...incomplete.map(({ file, detail }) => `incomplete: ${[file, detail].filter(Boolean).join(': ')}\n`),
      formatReport('text', report, { ...options, color }),
    ].join(''),
    failures: locate(report, project, failOn),
    watchFiles: project.watchFiles(),
  }
}

function writeReport(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const send = (message: Message): void => parentPort?.postMessage(message)

const job = workerData as Job
try {
  send(analyse(job))
} catch (error) {
  if (!(error instanceof SussError)) throw error
  const message = [error.message, error.remedy].filter(Boolean).join('. ')
  // a watcher goes on, and mending the configuration starts the next build
  send({ type: 'refused', message, watchFiles: [join(findRoot(job.from), 'suss.json')] })
}
