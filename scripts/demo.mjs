/** Shows suss on a full-stack app: derive, break, see it in the build and in ESLint, repair. Works on a copy. */
import { copyPlayground } from './playground-copy.mjs'

const renamed = {
  file: 'server/src/routes/users.ts',
  from: 'fullName: user.fullName, email',
  to: 'full_name: user.fullName, email',
}

function main() {
  const shop = copyPlayground('shop')
  try {
    build(shop)
    derive(shop)
    plant(shop)
    failInBuild(shop)
    failInEslint(shop)
    repair(shop)
  } finally {
    shop.remove()
  }
}

function build(shop) {
  title('1. An Express server built by suss-tsc and a React client built by Vite 8, both with suss')
  const built = shop.pnpm(['build'])
  show(built.text)
  expect(built.status === 0, 'the build passes', built.text)
  for (const side of ['server', 'client'])
    expect(
      shop.has(`${side}/dist/behavioral-summary.json`),
      `${side}/dist/behavioral-summary.json is written`,
    )
}

function derive(shop) {
  title('2. What suss derived for GET /users/:id, which the app mounts under /api')
  const inspected = shop.suss(['inspect', 'GET /api/users/:id'], 'server')
  show(inspected.text)
  for (const part of ['GET /api/users/{id}', '404', '200', 'fullName'])
    expect(inspected.text.includes(part), `the summary says ${part}`, inspected.text)
}

function plant(shop) {
  title('3. Somebody renames a field on the server')
  shop.edit(renamed.file, renamed.from, renamed.to)
  show(`${renamed.file}\n- ${renamed.from}\n+ ${renamed.to}`)
}

function failInBuild(shop) {
  title('4. The build of the client fails and names both places')
  const built = shop.pnpm(['build'])
  show(built.text)
  expect(built.status === 1, 'the build fails with status 1', `status ${built.status}`)
  for (const place of ['src/api/users.ts:', 'src/routes/users.ts:', 'fullName'])
    expect(built.text.includes(place), `it names ${place}`, built.text)
}

function failInEslint(shop) {
  title('5. ESLint marks the line of the client')
  const linted = shop.pnpm(['lint'], 'client')
  show(linted.text)
  expect(linted.status === 1, 'eslint . fails with status 1', `status ${linted.status}`)
  expect(
    linted.text.includes('suss/no-misread-response'),
    'the rule is suss/no-misread-response',
    linted.text,
  )
}

function repair(shop) {
  title('6. Repaired: both are green')
  shop.edit(renamed.file, renamed.to, renamed.from)
  const built = shop.pnpm(['build'])
  const linted = shop.pnpm(['lint'], 'client')
  expect(built.status === 0, 'the build passes', built.text)
  expect(linted.status === 0, 'eslint . passes', linted.text)
}

const title = text => console.log(`\n━━ ${text}\n`)
/** Without the bundler's own stack and timings, which say nothing about the app. */
const noise =
  /^(\w+ build: )?(\s+at .*|\s*errors: \[Getter.*|\}|\[PLUGIN_TIMINGS\].*|\s+total +%build.*|.*unplugin-suss · .*|Learn more at .*bundlertimings|\s*WARN {2}.*)$/

const show = text =>
  console.log(
    text
      .trim()
      .split('\n')
      .filter(line => !noise.test(line))
      .join('\n')
      .replace(/^/gm, '   '),
  )

function expect(holds, what, seen = '') {
  if (!holds) throw new Error(`not as promised: ${what}${seen && `\n${seen}`}`)
  console.log(`   ✓ ${what}`)
}

try {
  main()
} catch (error) {
  console.error(`\n[demo] ${error.message}`)
  process.exitCode = 1
}
