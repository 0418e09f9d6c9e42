/** No finding is silent in ESLint: each kind that core can produce is shown by a rule. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { FindingKindSchema } from '@suss/core/ir'
import { expect, test } from 'vitest'
import plugin from '../src/index.js'

const checks = resolve(import.meta.dirname, '../../core/src/check')
const sources = readdirSync(checks, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const named = new Set(sources.flatMap(file => [...readFileSync(join(checks, file), 'utf8').matchAll(/kind: '(\w+)'/g)].map(([, kind]) => kind)))
const produced = FindingKindSchema.options.filter(kind => named.has(kind))

/** Info only; the rule `info` shows every finding of that level. */
const infoOnly = ['lowConfidence', 'unsupportedSemantics', 'runtimeScopeUnknown']
const shown = new Set(Object.values(plugin.rules).flatMap(({ meta }) => meta.docs?.shows ?? []))

test('the checks of core are found', () => expect(produced).toContain('misreadProviderResponse'))

test.each(produced.filter(kind => !infoOnly.includes(kind)))('%s has a rule', kind => {
  expect(shown).toContain(kind)
})

test('info findings have a rule', () => expect(plugin.rules.info.meta.docs?.shows).toBe('all'))

test('strict contains recommended', () => {
  expect(plugin.configs.strict.rules).toMatchObject(plugin.configs.recommended.rules ?? {})
})

test('every configured rule exists', () => {
  const configured = Object.values(plugin.configs).flatMap(({ rules }) => Object.keys(rules ?? {}))
  expect(configured.filter(name => !(name.slice('suss/'.length) in plugin.rules))).toEqual([])
})
