/** The thread an analysis runs in, from its start to its end on every way out. */
import { Worker } from 'node:worker_threads'
import type { FailOn, Job, Message, Outcome } from './message.js'

export interface Analysis {
  /** Waits for the answer and ends the thread; asked again, the same answer. */
  join(): Promise<Outcome>
  /** Ends the thread, answer or not. */
  stop(): Promise<void>
}

/** Deeply nested source needs more stack than a thread gets by default (toolchain.md 1). */
const resourceLimits = { stackSizeMb: 64 }

export function startAnalysis(job: Job): Analysis {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: job, resourceLimits })
  // a build that ends without joining must not be kept alive by this thread
  worker.unref()
  const outcome = outcomeOf(worker, job.config.failOn ?? 'error')
  const stop = async (): Promise<void> => {
    await worker.terminate()
  }
  return {
    stop,
    async join() {
      worker.ref()
      try {
        return await outcome
      } finally {
        await stop()
      }
    },
  }
}

function outcomeOf(worker: Worker, assumed: FailOn): Promise<Outcome> {
  return new Promise(settle => {
    const gate = { failOn: assumed }
    const die = (message: string): void => settle({ type: 'died', message, watchFiles: [], ...gate })
    worker.on('message', (message: Message) => {
      if (message.type === 'opened') gate.failOn = message.failOn
      else settle(message)
    })
    worker.once('error', error => die(oneLine(error)))
    worker.once('exit', code => die(`it ended with status ${code}`))
  })
}

const oneLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''
