/** Functions that call fetch: what becomes of each status, and what is read of the body. */
import fetchPack from '../../../../packs/fetch/pack.js'
import { commonHelpers, type Form, locals, names, predictedResponse } from './form.js'
import type { Vocabulary } from './grammar.js'

const helpers = `${commonHelpers}
async function call(path) { const a = await fetch(path); if (a.status === 401) throw new E2(); return a }
async function load(path) { const a = await fetch(path); if (!a.ok) throw new E1(a.status); return a.json() }
`

const onResponse = {
  outcomes: [
    'return "k#";',
    'return "k#";',
    'return null;',
    'throw new E0();',
    'throw new E1(r.status);',
    'const b# = await r.json(); return b@.f@;',
    'const { f# } = await r.json(); e~(f@); return "k#";',
    'e~((await r.json()).f#);',
    'return (await r.json()).f#;',
    'return { ok: v0 };',
  ],
  sent: ['e~(r.status)', 'e~()'],
  returned: ['"k#"', 'null', 'r.status === 204 ? "k#" : null'],
  tests: [
    'r.ok',
    '!r.ok',
    'r.status === 404',
    'r.status !== 200',
    'r.status >= 500',
    'r.status < 300',
    '[404, 422].includes(r.status)',
  ],
}
const onBody = {
  outcomes: [
    'return "k#";',
    'return "k#";',
    'return null;',
    'throw new E0();',
    'return d.f#;',
    'e~(d.f#);',
    'const { f# } = d; return f@;',
  ],
  sent: ['e~(d.f#)', 'e~()'],
  returned: ['"k#"', 'null', 'd.f#'],
  tests: [],
}

function clientForm(
  name: string,
  start: string,
  more: Pick<Vocabulary, 'outcomes' | 'sent' | 'returned' | 'tests'>,
  subject: Form['vocabulary']['subject'],
): Form {
  const unit = { async: true, params: names, prologue: `${locals} ${start}` }
  return {
    name,
    packs: [fetchPack],
    unit,
    helpers,
    vocabulary: { ...more, subject, helpers: ['need(v2);', 'await needLater(v3);'], async: true },
    source: body => `import { E0, E1, E2, X } from "./x"
${helpers}
export async function t(${unit.params}) { ${unit.prologue}
${body}
}`,
    async observe(t, run) {
      const args = names.split(', ').map(n => run.inputs[n.replace(/ =.*/, '')])
      try {
        const value = await t(...(args as never[]))
        return value === undefined
          ? 'void'
          : value === null
            ? 'return null'
            : `return ${typeof value === 'string' ? value : '?'}`
      } catch (error) {
        return `throw ${(error as Error).constructor.name}`
      }
    },
    predicted: predictedResponse,
    calleesSpeak: true,
  }
}

const byStatus = { text: 'r.status', labels: ['200', '404', '500'] }
export const clientForms: readonly Form[] = [
  clientForm('client', 'const r = await fetch("/t");', onResponse, byStatus),
  clientForm('client wrapped', 'const r = await call("/t");', onResponse, byStatus),
  clientForm('client loaded', 'const d = await load("/t");', onBody, { text: 's', labels: ['1', '2', '3'] }),
]
