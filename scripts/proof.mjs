/** `npm run proof -- 50000 --seed 7 --form hono`: generated programs are summarised and run; what disagrees is shrunk and shown. Without a form, or with `--form all`, the programs are divided over all forms. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, form: { type: 'string' } },
})
const [programs = '50000'] = positionals
const form = values.form === 'all' ? undefined : values.form
const seed = values.seed ?? String(Math.trunc(Math.random() * 2 ** 31))
console.log(`${programs} programs, seed ${seed}${form === undefined ? '' : `, ${form}`}`)
const env = {
  ...process.env,
  SUSS_PROGRAMS: programs,
  SUSS_SEED: seed,
  ...(form === undefined ? {} : { SUSS_FORM: form }),
}
const { status } = spawnSync('npx', ['vitest', 'run', 'packages/core/test/proof/proof.test.ts'], {
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1
