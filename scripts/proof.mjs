/** `npm run proof -- 50000 --seed 7 --form hono`: generated programs are summarised and run; what disagrees is shrunk and shown. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, form: { type: 'string' } },
})
const [programs = '50000'] = positionals
const seed = values.seed ?? String(Math.trunc(Math.random() * 2 ** 31))
console.log(`${programs} programs, seed ${seed}${values.form === undefined ? '' : `, ${values.form}`}`)
const env = {
  ...process.env,
  SUSS_PROGRAMS: programs,
  SUSS_SEED: seed,
  ...(values.form === undefined ? {} : { SUSS_FORM: values.form }),
}
const { status } = spawnSync('npx', ['vitest', 'run', 'packages/core/test/proof/proof.test.ts'], {
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1
