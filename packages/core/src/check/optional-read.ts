/** A read that is there and need not be (section 11, rule 8). */
import type { Draft } from './draft.js'
import { answerPath, shortestPrefix, type Bodies, type StatusAnswer } from './rest/judged-path.js'
import { readDrafts } from './rest/read-drafts.js'
import {
  isTested,
  notedReads,
  readAnswers,
  requiredReads,
  shownPlace,
  type ReadGroup,
} from './rest/read-groups.js'
import type { RestCase } from './rest/rest-case.js'
import { pathText } from './shape/shape-name.js'

type State = 'absent' | 'null'

interface OptionalRead {
  group: ReadGroup
  field: string[]
  state: State
  bodies: Bodies
}

export function checkOptionalRead(restCase: RestCase): Draft[] {
  const { client, pair } = restCase
  if (pair.actsBy !== 'code' || client.unit.http.returnsResponse) return []
  const absent = requiredReads(client)
    .filter(({ path }) => !isTested(client, path))
    .flatMap(group => optionalRead(restCase, group, 'absent') ?? [])
  const nullable = [
    ...requiredReads(client),
    ...notedReads(client).filter(({ read }) => read?.optional === 'missing'),
  ]
    .filter(({ path }) => !isTested(client, path))
    .flatMap(group => optionalRead(restCase, group, 'null') ?? [])
  const all = [...absent, ...nullable]
  return all
    .filter(({ field }, i) => all.findIndex(other => pathText(other.field) === pathText(field)) === i)
    .flatMap(found => optionalDrafts(restCase, found))
}

function optionalRead(restCase: RestCase, group: ReadGroup, state: State): OptionalRead | null {
  const { answers, client, providers } = restCase
  const bodies: Bodies = { statuses: readAnswers(group.paths, answers), head: client.head, providers }
  const whole = answerPath(bodies, group.path)
  if (whole.length === 0 || whole.some(({ result }) => result === 'yes')) return null
  const flagged = ({ result, optional, nullable }: StatusAnswer): boolean =>
    result === 'no' && (state === 'absent' ? optional : nullable)
  const field = shortestPrefix(group.path, prefix => answerPath(bodies, prefix).some(flagged))
  if (field === null) return null
  const isUsed = field.length < group.path.length || (group.read?.uses?.length ?? 0) > 0
  return state === 'null' && !isUsed ? null : { group, field, state, bodies }
}

function optionalDrafts(restCase: RestCase, { group, field, state, bodies }: OptionalRead): Draft[] {
  return readDrafts(
    restCase,
    { kind: 'consumerContractViolation', form: 'optional' },
    {
      field: pathText(field),
      answers: [...bodies.statuses.values()].flat(),
      paths: group.paths,
      place: shownPlace(group),
      facts: { state },
    },
  )
}
