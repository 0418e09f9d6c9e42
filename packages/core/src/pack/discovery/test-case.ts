/** Test cases written as nested calls. */
import { z } from 'zod'

const names = z.array(z.string().min(1))

export const TestCaseSchema = z.strictObject({
  type: z.literal('testCase'),
  style: z.literal('block'),
  importModule: z.string().min(1),
  suiteNames: names,
  caseNames: names,
  skipModifiers: names,
  argumentModifiers: names,
  rowModifiers: names,
  mocks: z
    .strictObject({ object: z.string().min(1), moduleMethods: names, memberMethods: names })
    .exactOptional(),
  files: names.exactOptional(),
})
