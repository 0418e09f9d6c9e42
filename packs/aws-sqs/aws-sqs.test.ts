/** Acceptance of the aws-sqs pack, and of queues between code and templates. */
import { expect, test } from 'vitest'
import { summariesOf } from '../testing/run.js'

function sends(body: string, head = ''): { channel: string | null; body: unknown }[] {
  const text = `import { SendMessageCommand, SendMessageBatchCommand, SQS } from '@aws-sdk/client-sqs'\n${head}\nexport async function main(client: any, name: string, id: string) { ${body} }\nmain(null, '', '')`
  return summariesOf({ 'src/input.ts': text }).flatMap(s =>
    s.transitions.flatMap(t =>
      t.effects.flatMap(e =>
        e.type === 'interaction' && e.interaction.class === 'message-send' && e.binding.semantics.name === 'message-bus'
          ? [{ channel: e.binding.semantics.channel, body: e.interaction.body }]
          : [],
      ),
    ),
  )
}

test('packs/V10 a send to the queue that a variable names', () => {
  expect(sends('await client.send(new SendMessageCommand({ QueueUrl: process.env.Q, MessageBody: JSON.stringify({ id: 1 }) }))')).toMatchObject([
    { channel: '{Q}', body: { type: 'record', properties: { id: {} } } },
  ])
})

test.each([
  ["'https://sqs.eu-west-1.amazonaws.com/123/orders'", 'orders'],
  ["'https://sqs.eu-west-1.amazonaws.com/123/orders.fifo/'", 'orders.fifo'],
  ['url', '{QUEUE_URL}'],
  ["process.env.QUEUE_URL ?? 'http://localhost/1/x'", '{QUEUE_URL}'],
  ['process.env.QUEUE_URL!', '{QUEUE_URL}'],
  ['`https://sqs.${process.env.REGION}.amazonaws.com/123/${process.env.STAGE}-orders`', '{STAGE}-orders'],
  ['pick()', null],
])('the channel of %s is %s', (url, channel) => {
  expect(sends(`await client.send(new SendMessageCommand({ QueueUrl: ${url}, MessageBody: 'x' }))`, 'const url = process.env.QUEUE_URL').map(s => s.channel)).toEqual([channel])
})

test('a batch has no one body, a client of all commands sends as well', () => {
  expect(sends("await client.send(new SendMessageBatchCommand({ QueueUrl: 'a/b', Entries: [] }))")).toEqual([{ channel: 'b', body: undefined }])
  expect(sends("await sqs.sendMessage({ QueueUrl: 'a/b', MessageBody: JSON.stringify({ a: 1 }) })", 'const sqs = new SQS({})')).toMatchObject([{ channel: 'b', body: { type: 'record' } }])
})
