/** The entry of the `suss` command. */
import pc from 'picocolors'
import { run } from './run.js'

process.exitCode = run(process.argv.slice(2), {
  cwd: process.cwd(),
  color: pc.isColorSupported && process.stdout.isTTY === true,
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
})
