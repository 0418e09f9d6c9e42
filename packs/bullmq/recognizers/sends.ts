/** Jobs that are added to a queue. */
import { type Effect, messageBusBinding, type TypeShape } from '@suss/core/ir'
import type { CallReader, InvocationRecognizer, RecognizerContext, ValueReader } from '@suss/core/pack'

/** `new Queue('emails')`, `@InjectQueue('emails') queue: Queue`. */
const queues = new Set(['Queue', 'InjectQueue'])

export const sends: InvocationRecognizer = (call, context) => {
  const { origin } = call
  if (origin === null) return unknownQueue(call, context)
  if ('global' in origin || call.isNew) return null
  if (origin.module !== 'bullmq' && origin.module !== '@nestjs/bullmq') return null
  const [maker = '', method = ''] = origin.path.slice(-2)
  if (maker === 'FlowProducer') return method === 'add' ? flow(call.value(0), context, call) : null
  if (!queues.has(maker)) return null
  const channel = call.made?.name(0) ?? null
  switch (method) {
    case 'add':
      return one(call, context, { channel, job: call.text(0), body: call.shape(1) })
    case 'upsertJobScheduler':
      return one(call, context, { channel, job: textOf(entry(call.value(2), 'name')) ?? call.text(0), body: null })
    case 'addBulk':
      return bulk(call, context, channel)
    default:
      return null
  }
}

/** `queues.get(name)?.add('job', data)`: which queue that is was not read, and it may be any. */
function unknownQueue(call: CallReader, context: RecognizerContext): ReturnType<InvocationRecognizer> {
  if (!/queue.*\.add(Bulk)?$/i.test(call.callee)) return null
  return one(call, context, { channel: null, job: call.callee.endsWith('Bulk') ? null : call.text(0), body: null })
}

interface Job {
  channel: string | null
  job: string | null
  body: TypeShape | null
}

function effectOf({ callee }: CallReader, { recognition }: RecognizerContext, { channel, job, body }: Job): Effect {
  return {
    type: 'interaction',
    callee,
    binding: messageBusBinding({ messageBus: 'bullmq', channel }, { recognition }),
    interaction: {
      class: 'message-send',
      ...(body ? { body } : {}),
      ...(job === null ? {} : { routingKey: job }),
    },
  }
}

const answer = (effects: Effect[], jobs: readonly Job[]): ReturnType<InvocationRecognizer> =>
  jobs.some(({ channel }) => channel === null) ? { effects, reason: 'unreadChannel' } : effects

const one = (call: CallReader, context: RecognizerContext, job: Job): ReturnType<InvocationRecognizer> =>
  answer([effectOf(call, context, job)], [job])

/** `addBulk([{ name, data }])`: one effect per job that is written, one for a list that is not read. */
function bulk(call: CallReader, context: RecognizerContext, channel: string | null): ReturnType<InvocationRecognizer> {
  const list = call.value(0)
  const items = list?.type === 'array' && !list.open ? list.items : []
  const jobs = items.map((item): Job => ({ channel, job: textOf(entry(item, 'name')), body: null }))
  const found = jobs.length > 0 ? jobs : [{ channel, job: null, body: null }]
  return answer(found.map(job => effectOf(call, context, job)), found)
}

/** A flow adds its job and, before it, those of its children. */
function flow(root: ValueReader | null, context: RecognizerContext, call: CallReader): ReturnType<InvocationRecognizer> {
  const jobs = jobsOf(root)
  return answer(jobs.map(job => effectOf(call, context, job)), jobs)
}

function jobsOf(job: ValueReader | null): Job[] {
  const children = entry(job, 'children')
  const own = { channel: textOf(entry(job, 'queueName')), job: textOf(entry(job, 'name')), body: null }
  if (children === null) return [own]
  return [own, ...(children.type === 'array' && !children.open ? children.items.flatMap(jobsOf) : [{ channel: null, job: null, body: null }])]
}

const entry = (value: ValueReader | null, name: string): ValueReader | null =>
  value?.type === 'object' ? (value.entries.get(name) ?? null) : null
const textOf = (value: ValueReader | null): string | null =>
  value?.type === 'literal' && typeof value.value === 'string' ? value.value : null
