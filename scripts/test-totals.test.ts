/** The totals of a run count what failed to load. */
import { expect, test } from 'vitest'
import { totalsOf } from './test-totals.mjs'

const report = (testResults: unknown[]) => ({
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
})

test('a failed test counts once', () => {
  const file = { status: 'failed', assertionResults: [{ status: 'failed' }] }
  expect(totalsOf(report([file]))).toEqual({ passed: 3, failed: 1 })
})

test('a file that could not be loaded counts as a failure', () => {
  expect(totalsOf(report([{ status: 'failed', assertionResults: [] }]))).toEqual({ passed: 3, failed: 2 })
})
