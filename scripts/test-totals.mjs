/** Prints "passed failed" of a vitest JSON report; a file that could not be loaded counts as one failure. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export function totalsOf(report) {
  const broken = report.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const unfinished = report.numPendingTests + report.numTodoTests
  if (unfinished > 0) console.error(`[ci] ${unfinished} tests were skipped`)
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

function main(file) {
  if (!existsSync(file)) return console.log('0 0')
  const totals = totalsOf(JSON.parse(readFileSync(file, 'utf8')))
  console.log(`${totals.passed} ${totals.failed}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2])
