/** Several cases under one status that the client does not tell apart (section 12). */
import type { Scalar, TypeShape } from '../ir/index.js'
import type { Draft } from './draft.js'
import { side } from './draft.js'
import { doubt } from './low-confidence.js'
import type { BodyTest } from './rest/body-tests.js'
import { runsOn, type ClientPath } from './rest/client-view.js'
import { samePathText } from './rest/read-groups.js'
import type { Answer, ProviderView } from './rest/provider-view.js'
import { caseBinding, type RestCase } from './rest/rest-case.js'
import { isSuccess } from './rest/status-set.js'
import { lacks, shapesAt } from './shape/lacks.js'
import { pathText } from './shape/shape-name.js'
import { byCodeUnit } from '../ir/index.js'

interface Mark {
  path: string[]
  value: Scalar | null
  literal: boolean
}

interface Case {
  answer: Answer
  marks: Mark[]
  covered: boolean
}

interface Watched {
  tests: BodyTest[]
  reads: string[][]
  opaque: boolean
}

export function checkUnhandledCase(restCase: RestCase): Draft[] {
  const { client, pair, providers } = restCase
  if (pair.actsBy !== 'code' || client.unit.http.returnsResponse) return []
  const looks = client.paths.some(
    ({ reads, tested, named }) => reads.length > 0 || tested || named.length > 0,
  )
  return looks ? providers.flatMap(provider => casesOf(restCase, provider)) : []
}

function casesOf(restCase: RestCase, provider: ProviderView): Draft[] {
  const certain = provider.answers.filter(answer => answer.certain)
  const statuses = [...new Set(certain.map(({ status }) => status))]
  return statuses.flatMap(status => {
    const answers = certain.filter(answer => answer.status === status)
    const running = restCase.client.paths.filter(path => runsOn(path, status))
    if (answers.length < 2 || running.length === 0) return []
    return uncoveredDrafts(restCase, provider, answers, watchedBy(running))
  })
}

const watchedBy = (paths: readonly ClientPath[]): Watched => ({
  tests: paths.flatMap(({ tests, http }) => [
    ...tests,
    // `?.` and `??` ask whether the field is there
    ...(http.reads ?? []).flatMap(({ path, optional }): BodyTest[] =>
      optional === 'nullish' ? [{ path, op: 'other' }] : [],
    ),
  ]),
  reads: paths.flatMap(({ reads, http }) => [
    ...reads.map(({ path }) => path),
    ...(http.reads ?? []).map(({ path }) => path),
  ]),
  opaque: paths.some(({ opaque }) => opaque),
})

function uncoveredDrafts(
  restCase: RestCase,
  provider: ProviderView,
  answers: readonly Answer[],
  watched: Watched,
): Draft[] {
  const cases = answers.flatMap((answer): Case[] => {
    const siblings = answers
      .filter(other => other !== answer)
      .flatMap(({ body }) => (body === null ? [] : [body]))
    const marks = marksOf(answer.body, siblings)
    return marks.length === 0
      ? []
      : [{ answer, marks, covered: marks.some(mark => isCovered(mark, siblings, watched)) }]
  })
  const open = cases.filter(({ covered }) => !covered)
  // all but one are told apart, so the last is what is left
  if (open.length === 1 && cases.length > 1) return []
  if (open.length === 0) return []
  const [first] = open
  if (watched.opaque && first) {
    const { status } = first.answer
    return [
      doubt(restCase, provider.unit, {
        form: 'case',
        what: 'A case',
        reason: 'opaqueCondition',
        status,
        transitions: open.map(({ answer }) => answer.transition.id),
      }),
    ]
  }
  return open.flatMap(({ answer, marks }) => caseDraft(restCase, provider, answer, marks, answers.length))
}

function caseDraft(
  restCase: RestCase,
  provider: ProviderView,
  { transition, status }: Answer,
  marks: readonly Mark[],
  count: number,
): Draft[] {
  const [mark] = marks.toSorted((a, b) => byCodeUnit(pathText(a.path), pathText(b.path)))
  if (!mark) return []
  return [
    {
      kind: 'unhandledProviderCase',
      form: 'case',
      binding: caseBinding(restCase),
      provider: side(provider.unit, [transition.id], { field: pathText(mark.path) }),
      consumer: side(restCase.client.unit),
      facts: {
        status,
        count,
        field: pathText(mark.path),
        value: mark.literal ? String(mark.value) : 'present',
      },
      severity: isSuccess(status) ? 'warning' : 'info',
    },
  ]
}

/** Distinguishing literals, or without one the top-level fields a sibling lacks. */
function marksOf(body: TypeShape | null, siblings: readonly TypeShape[]): Mark[] {
  if (body === null) return []
  const literals = literalsOf(body, []).filter(({ path, value }) =>
    siblings.some(sibling => differsAt(sibling, path, value)),
  )
  if (literals.length > 0) return literals
  if (body.type !== 'record') return []
  return Object.keys(body.properties)
    .filter(key => siblings.some(sibling => lacks(sibling, [key]).result === 'yes'))
    .map(key => ({ path: [key], value: null, literal: false }))
}

function literalsOf(shape: TypeShape, path: string[]): Mark[] {
  if (shape.type === 'literal') return path.length === 0 ? [] : [{ path, value: shape.value, literal: true }]
  if (shape.type !== 'record') return []
  return Object.entries(shape.properties).flatMap(([key, child]) => literalsOf(child, [...path, key]))
}

/** Another value, another type or no such path; a shape that is not known differs from nothing. */
function differsAt(sibling: TypeShape, path: readonly string[], value: Scalar): boolean {
  const { result } = lacks(sibling, path)
  if (result !== 'no') return result === 'yes'
  const shapes = shapesAt(sibling, path)
  return (
    shapes.length > 0 &&
    shapes.every(shape =>
      shape.type === 'literal' ? shape.value !== value : shape.type !== 'unknown' && shape.type !== 'ref',
    )
  )
}

function isCovered(
  { path, value, literal }: Mark,
  siblings: readonly TypeShape[],
  { tests, reads }: Watched,
): boolean {
  const own = tests.filter(test => samePathText(test.path, path))
  if (!literal) return own.length > 0
  const looked = own.some(
    test => test.op === 'other' || (test.op === 'eq' ? test.value === value : test.value !== value),
  )
  if (looked) return true
  return (
    reads.some(read => samePathText(read, path)) &&
    siblings.every(sibling => lacks(sibling, path).result === 'no')
  )
}
