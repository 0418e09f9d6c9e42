/** Findings about what a client reads of a body. */
import type { Facts, KindAndForm } from '../../gate/index.js'
import type { Place, Severity } from '../../ir/index.js'
import type { Draft } from '../draft.js'
import { side } from '../draft.js'
import type { ClientPath } from './client-view.js'
import type { Answer } from './provider-view.js'
import { caseBinding, type RestCase } from './rest-case.js'

export interface JudgedRead {
  field: string
  answers: readonly Answer[]
  paths: readonly ClientPath[]
  place?: Place | undefined
  facts: Facts
  severity?: Severity
}

/** One draft per provider that sends such a body. */
export function readDrafts(
  restCase: RestCase,
  finding: KindAndForm,
  { field, answers, paths, place, facts, severity }: JudgedRead,
): Draft[] {
  return restCase.providers.flatMap((provider): Draft[] => {
    const own = answers.filter(answer => answer.provider.id === provider.unit.id)
    if (own.length === 0) return []
    return [
      {
        ...finding,
        aspect: 'read',
        binding: caseBinding(restCase),
        provider: side(
          provider.unit,
          own.map(({ transition }) => transition.id),
        ),
        consumer: side(
          restCase.client.unit,
          paths.map(({ transition }) => transition.id),
          { field, ...(place ? { place } : {}) },
        ),
        facts: { field, ...facts },
        ...(severity ? { severity } : {}),
        ...(place ? { places: [place] } : {}),
      },
    ]
  })
}
