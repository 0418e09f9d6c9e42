/** A comparison with a literal the body never holds (section 9.4). */
import type { Place, Scalar, TypeShape } from '../ir/index.js'
import { byCodeUnit } from '../ir/index.js'
import type { Draft } from './draft.js'
import { side } from './draft.js'
import type { BodyTest } from './rest/body-tests.js'
import { runsOn, type ClientPath } from './rest/client-view.js'
import { judgeObstacle, type Answer } from './rest/provider-view.js'
import { caseBinding, type RestCase } from './rest/rest-case.js'
import { pathText } from './shape/shape-name.js'

interface ComparedPath {
  path: string[]
  values: Map<Scalar, { place?: Place; holders: ClientPath[] }>
}

export function checkDeadValues(restCase: RestCase): Draft[] {
  const { client, pair } = restCase
  if (pair.actsBy !== 'code' || client.unit.http.returnsResponse) return []
  return comparedPaths(client.paths).flatMap(compared => deadDrafts(restCase, compared))
}

function comparedPaths(paths: readonly ClientPath[]): ComparedPath[] {
  const out = new Map<string, ComparedPath>()
  for (const holder of paths) {
    for (const test of holder.tests) {
      if (!isLiteralTest(test)) continue
      const key = JSON.stringify(test.path)
      const compared = out.get(key) ?? { path: test.path, values: new Map() }
      const known = compared.values.get(test.value) ?? { holders: [] }
      const place = known.place ?? test.place
      compared.values.set(test.value, { holders: [...known.holders, holder], ...(place ? { place } : {}) })
      out.set(key, compared)
    }
  }
  return [...out.values()]
}

const isLiteralTest = (test: BodyTest): test is BodyTest & { value: Exclude<Scalar, null> } =>
  (test.op === 'eq' || test.op === 'neq') &&
  test.path.length > 0 &&
  test.value !== undefined &&
  test.value !== null

/** The literals of one base type at a path; null when a body says nothing about it. */
export function literalsAt(
  body: TypeShape | null,
  path: readonly string[],
  base?: string,
): Scalar[] | null {
  const variants = body === null ? [] : variantsAt(body, path)
  if (variants === null || variants.length === 0) return null
  const values = variants.map(shape =>
    shape.type === 'literal' && typeof shape.value === (base ?? typeof shape.value) ? shape.value : null,
  )
  return values.includes(null) ? null : values
}

/** Every variant a path may hold, null and undefined aside; null when some body shape lacks the path. */
function variantsAt(shape: TypeShape, path: readonly string[]): TypeShape[] | null {
  if (shape.type === 'union') {
    const solid = shape.variants.filter(({ type }) => type !== 'null' && type !== 'undefined')
    const parts = solid.map(variant => variantsAt(variant, path))
    return parts.some(part => part === null) ? null : parts.flatMap(part => part ?? [])
  }
  const [step, ...rest] = path
  if (step === undefined) return [shape]
  if (shape.type === 'record') {
    const child = Object.hasOwn(shape.properties, step) ? shape.properties[step] : undefined
    return child ? variantsAt(child, rest) : null
  }
  return shape.type === 'array' && step === '[]' ? variantsAt(shape.items, rest) : null
}

function deadDrafts(restCase: RestCase, { path, values }: ComparedPath): Draft[] {
  const dead = [...values].flatMap(([value, { place, holders }]) => {
    const known = holders.map(holder => knownFor(restCase, holder, path, typeof value))
    const all = known.every(one => one !== null && !one.includes(value))
    return all ? [{ value, place, holders, known: known.flatMap(one => one ?? []) }] : []
  })
  if (dead.length === 0) return []
  const known = [...new Set(dead.flatMap(one => one.known.map(String)))].sort(byCodeUnit)
  const candidates = known.filter(text =>
    dead.some(({ value }) => String(value).toLowerCase() === text.toLowerCase()),
  )
  const place = dead.find(one => one.place)?.place
  const field = pathText(path)
  return restCase.providers.map(provider => ({
    kind: 'deadConsumerBranch',
    form: 'value',
    aspect: 'read',
    binding: caseBinding(restCase),
    provider: side(provider.unit),
    consumer: side(
      restCase.client.unit,
      dead.flatMap(({ holders }) => holders.map(({ transition }) => transition.id)),
      {
        field,
        ...(place ? { place } : {}),
      },
    ),
    facts: {
      field,
      values: [...new Set(dead.map(({ value }) => String(value)))].sort(byCodeUnit),
      known,
      ...(candidates.length > 0 ? { candidates } : {}),
    },
  }))
}

/** The literals under the statuses a path reads; null: no claim. */
function knownFor(
  { answers, providers }: RestCase,
  holder: ClientPath,
  path: readonly string[],
  base: string,
): Scalar[] | null {
  const reached = answers.filter(({ status }) => runsOn(holder, status))
  const statuses = [...new Set(reached.map(({ status }) => status))]
  if (statuses.length === 0 || judgeObstacle(providers, statuses) !== null) return null
  const found = reached.map(({ body }: Answer) => literalsAt(body, path, base))
  return found.some(one => one === null) ? null : found.flatMap(one => one ?? [])
}
