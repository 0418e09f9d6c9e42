/** Extracts short source strings held in memory, without types unless asked. */
import type { BehavioralSummary, Predicate, Transition, ValueRef } from '../ir/index.js'
import { extract, type ExtractResult } from '../analyze.js'
import { type LoadedPack, loadedPack, type PatternPack } from '../pack/index.js'
import { memoryHost } from '../program/memory-host.js'
import { createNone } from '../types/none.js'
import axios from '../../../../packs/axios/pack.js'
import express from '../../../../packs/express/pack.js'
import fetchPack from '../../../../packs/fetch/pack.js'
import node from '../../../../packs/node/pack.js'

export const allPacks: readonly PatternPack[] = [express, axios, fetchPack, node]

/** A pack's digest is made once, not once per source. */
const loaded = new WeakMap<PatternPack, LoadedPack>()

function load(pack: PatternPack): LoadedPack {
  const known = loaded.get(pack) ?? loadedPack(pack, 'test')
  loaded.set(pack, known)
  return known
}

export function extractSources(texts: Readonly<Record<string, string>>, packs: readonly PatternPack[] = allPacks): ExtractResult {
  return extract({ host: memoryHost(texts), packs: packs.map(load), oracle: createNone() })
}

const head = 'import express from "express"\nconst app = express()\nconst h = (req, res) => { res.json({ ok: true }) }\n'

/** Express code in one file: `app` and `h` are there. */
export const extractExpress = (text: string, more: Readonly<Record<string, string>> = {}): ExtractResult =>
  extractSources({ 'src/app.ts': head + text, ...more })

export const handlers = (result: ExtractResult): BehavioralSummary[] => result.summaries.filter(s => s.kind === 'handler')
export const clients = (result: ExtractResult): BehavioralSummary[] => result.summaries.filter(s => s.kind === 'client')
export const unit = (result: ExtractResult, name: string): BehavioralSummary => {
  const found = result.summaries.filter(s => s.identity.name === name)
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} units named ${name}: ${result.summaries.map(s => `${s.kind} ${s.identity.name}`).join(', ')}`)
  return found[0]
}

/** `GET /users/:id` of a unit with a REST boundary. */
export function route(s: BehavioralSummary): string {
  const semantics = s.identity.boundaryBinding?.semantics
  return semantics?.name === 'rest' ? `${semantics.host ? `${semantics.host} ` : ''}${semantics.method} ${semantics.path}` : '(none)'
}

/** A body `(req, res, next)` of one handler, as its transitions in one line each. */
export function outcomesOf(body: string, options: { head?: string; async?: boolean } = {}): string[] {
  const result = extractExpress(`${options.head ?? ''}\napp.get("/t", ${options.async === false ? '' : 'async '}function t(req, res, next) {${body}})`)
  return unit(result, 't').transitions.map(shown)
}

export const shown = (t: Transition): string => `[${t.conditions.map(predicateText).join(', ')}] ${outputText(t)}`

function outputText({ output }: Transition): string {
  switch (output.type) {
    case 'response': return output.statusCode?.type === 'literal' ? String(output.statusCode.value) : output.statusCode ? `~${refText(output.statusCode)}` : 'response'
    case 'throw': return `throw ${output.exceptionType ?? '?'}${output.statusWhenUncaught ? ` ${output.statusWhenUncaught}` : ''}`
    case 'return': return `return ${output.value?.type === 'literal' ? JSON.stringify(output.value.value) : (output.value?.type ?? 'null')}`
    case 'exit': return `exit ${output.code ? refText(output.code) : '?'}`
    case 'delegate': return `delegate ${output.to}`
    default: return output.type
  }
}

export function refText(ref: ValueRef): string {
  switch (ref.type) {
    case 'input': return [ref.inputRef, ...ref.path].join('.')
    case 'dependency': return [`${ref.name}()`, ...ref.accessChain].join('.')
    case 'derived': {
      const { derivation: d } = ref
      const step = d.type === 'propertyAccess' ? d.property : d.type === 'destructured' ? `{${d.field}}` : d.type === 'indexAccess' ? `[${d.index}]` : d.type === 'methodCall' ? `${d.method}()` : 'awaited'
      return `${refText(ref.from)}.${step}`
    }
    case 'literal': return JSON.stringify(ref.value)
    case 'state': return ref.name
    case 'unresolved': return ref.sourceText
    default: return ref satisfies never
  }
}

const ops = { eq: '=', neq: '≠', gt: '>', gte: '≥', lt: '<', lte: '≤' }

export function predicateText(p: Predicate): string {
  switch (p.type) {
    case 'truthinessCheck': return `${p.negated ? '!' : ''}${refText(p.subject)}`
    case 'nullCheck': return `${refText(p.subject)} ${p.negated ? 'not null' : 'null'}`
    case 'comparison': return `${refText(p.left)} ${ops[p.op]} ${refText(p.right)}`
    case 'typeCheck': return `${refText(p.subject)} is ${p.expectedType}`
    case 'propertyExists': return `${p.negated ? 'no ' : ''}"${p.property}" in ${refText(p.subject)}`
    case 'compound': return `(${p.operands.map(predicateText).join(` ${p.op} `)})`
    case 'negation': return `not ${predicateText(p.operand)}`
    case 'call': return `call ${p.callee}`
    case 'opaque': return `<${p.sourceText}>`
    default: return p satisfies never
  }
}
