/** What a client's types and schemas say of a body (section 11, rule 10). */
import { withDefinitionsInlined, type Place, type TypeShape } from '../ir/index.js'
import type { Draft } from './draft.js'
import { misreadDrafts } from './misread-provider-response.js'
import type { ClientPath } from './rest/client-view.js'
import { answerPath, type Bodies } from './rest/judged-path.js'
import { isBodyless, judgeObstacle, type Answer } from './rest/provider-view.js'
import { readDrafts } from './rest/read-drafts.js'
import { notedReads, readAnswers } from './rest/read-groups.js'
import type { RestCase } from './rest/rest-case.js'
import { lacks, shapesAt } from './shape/lacks.js'
import { satisfies, type Fit } from './shape/satisfies.js'
import { requiredPaths } from './shape/shape-paths.js'
import { pathText, shapeName } from './shape/shape-name.js'

interface Declared {
  shape: TypeShape
  place: Place
  throws: boolean
  paths: ClientPath[]
}

/** A declaration that several paths hold is judged once. */
function declarations(restCase: RestCase, key: 'declaredBody' | 'parsedBody'): Declared[] {
  const out = new Map<string, Declared>()
  for (const path of restCase.client.paths) {
    const body = path.http[key]
    if (!body) continue
    const { file = null, start, end } = body.place
    const id = JSON.stringify([file, start, end])
    const known = out.get(id) ?? {
      shape: withDefinitionsInlined(body.shape, restCase.client.unit.summary.definitions),
      place: body.place,
      throws: 'throws' in body ? body.throws : false,
      paths: [],
    }
    known.paths.push(path)
    out.set(id, known)
  }
  return [...out.values()]
}

function judgedBodies({ answers, client, providers }: RestCase, paths: readonly ClientPath[]): Bodies | null {
  const statuses = readAnswers(paths, answers)
  const filled = new Map([...statuses].filter(([status]) => !isBodyless(status, client.head)))
  const judged = filled.size > 0 && judgeObstacle(providers, [...filled.keys()]) === null
  return judged ? { statuses: filled, head: client.head, providers } : null
}

const finding = { kind: 'consumerContractViolation', form: 'declaredBody' } as const

/** `reported`: findings about the reads of the same client. */
export function checkDeclaredBody(restCase: RestCase, reported: readonly Draft[]): Draft[] {
  if (restCase.pair.actsBy !== 'code' || restCase.client.unit.http.returnsResponse) return []
  return declarations(restCase, 'declaredBody').flatMap(declared => {
    const bodies = judgedBodies(restCase, declared.paths)
    if (bodies === null) return []
    const missing = requiredPaths(declared.shape).filter(path => isKeyMissing(bodies, path))
    const shortest = missing.filter(
      path =>
        !missing.some(other => other.length < path.length && other.every((step, i) => path[i] === step)),
    )
    return shortest
      .filter(
        path =>
          !isSettled(restCase, declared, path) &&
          !isReported(reported, path) &&
          !hasOtherName(restCase, bodies, path),
      )
      .flatMap(path =>
        readDrafts(restCase, finding, {
          field: pathText(path),
          answers: [...bodies.statuses.values()].flat(),
          paths: declared.paths,
          place: declared.place,
          facts: { statuses: [...bodies.statuses.keys()] },
        }),
      )
  })
}

/** The key itself is missing: what holds it is there in every body. */
const isKeyMissing = (bodies: Bodies, path: readonly string[]): boolean =>
  path.at(-1) !== '[]' &&
  [...bodies.statuses.values()]
    .flat()
    .every(({ body }) => body !== null && shapesAt(body, path.slice(0, -1)).length > 0) &&
  answerPath(bodies, path).every(({ result }) => result === 'yes')

const isSettled = (restCase: RestCase, { paths }: Declared, path: readonly string[]): boolean =>
  paths.length > 1 &&
  paths.some(holder => {
    const own = judgedBodies(restCase, [holder])
    return own !== null && answerPath(own, path).every(({ result }) => result === 'no')
  })

/** A read of the path is reported, or the value above it is of another kind. */
const isReported = (reported: readonly Draft[], path: readonly string[]): boolean =>
  reported.some(({ kind, form, consumer }) => {
    if (kind !== 'misreadProviderResponse' || consumer.field === undefined) return false
    const steps = consumer.field === '' ? [] : consumer.field.split('.')
    const above = steps.every((step, i) => path[i] === step)
    return form === 'kind' ? above : form === 'field' && above && steps.length === path.length
  })

/** A read falls back from the path on one that is there. */
const hasOtherName = ({ client }: RestCase, bodies: Bodies, path: readonly string[]): boolean =>
  notedReads(client).some(
    ({ read }) =>
      read?.fallback !== undefined &&
      [read.path, ...read.fallback].some(one => pathText(one) === pathText(path)) &&
      [read.path, ...read.fallback].some(other =>
        [...bodies.statuses.values()]
          .flat()
          .some(({ body }) => body !== null && lacks(body, other).result === 'no'),
      ),
  )

/** A schema that runs: what it refuses throws, or is lost where the result is only asked. */
export function checkParsedBody(restCase: RestCase): Draft[] {
  if (restCase.pair.actsBy !== 'code' || restCase.client.unit.http.returnsResponse) return []
  return declarations(restCase, 'parsedBody').flatMap(declared => {
    const bodies = judgedBodies(restCase, declared.paths)
    if (bodies === null) return []
    const judged = [...bodies.statuses.values()]
      .flat()
      .map(answer => ({ answer, fit: fitOf(answer, declared.shape) }))
    const failing = judged.filter(({ fit }) => fit?.result === 'no')
    const [first] = failing
    if (!first?.fit) return []
    const { path, actual, declared: wanted } = first.fit
    const whole = declared.throws && failing.length === judged.length
    return misreadDrafts(restCase, {
      form: 'parsed',
      field: pathText(path),
      answers: failing.map(({ answer }) => answer),
      paths: declared.paths,
      place: declared.place,
      facts: {
        statuses: [...bodies.statuses.keys()],
        expected: wanted ? shapeName(wanted) : 'unknown',
        actual: actual ? shapeName(actual) : 'nothing',
      },
      ...(whole ? {} : { severity: 'warning' as const }),
    })
  })
}

const fitOf = ({ body }: Answer, shape: TypeShape): Fit | null =>
  body === null ? null : satisfies(body, shape)
