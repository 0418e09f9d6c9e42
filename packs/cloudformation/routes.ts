/** Routes of APIs, with what the platform answers by itself. */
import { type BehavioralSummary, restBinding, type Transition, transitionId } from '@suss/core/ir'
import { declared, type Declaring, recognition } from './declarations.js'
import type { FunctionEvent, Trigger } from './events.js'
import { handlerPlace, type Sources } from './functions.js'

export function routesOf(events: readonly FunctionEvent[], sources: Sources, at: Declaring): BehavioralSummary[] {
  return events.flatMap(({ fn, resource, name, at: span, trigger }) => {
    if (trigger.type !== 'route') return []
    const { method, path } = trigger
    const label = `${resource.id} ${name}`
    const lines = at.lines(span)
    const isRead = trigger.proxied && handlerPlace(fn, sources) !== null
    return [
      {
        ...declared(
          {
            resource,
            name: label,
            kind: 'handler',
            binding: restBinding({ method, path }, { recognition }),
            partial: method === null || path === null,
            // what serves it is not in the run
            metadata: { http: isRead ? {} : { unreadRoutes: [{ prefix: path ?? '/', reason: 'contractUnread' }] } },
            places: { '': span },
          },
          at,
        ),
        // a document of its own states it
        ...(span.file === resource.key.file ? {} : { location: { file: span.file, range: lines, exportName: null } }),
        transitions: platformAnswers(trigger).map(answer => transitionOf(answer, { label, lines })),
      },
    ]
  })
}

interface Answer {
  status: number
  causes: readonly string[]
}

function platformAnswers({ api, authorizer, apiKey, validated }: Trigger & { type: 'route' }): Answer[] {
  const service = api === 'rest' ? 'apigateway' : 'apigatewayv2'
  const all: (Answer | false)[] = [
    validated && { status: 400, causes: ['validator'] },
    authorizer && { status: 401, causes: ['authorizer'] },
    (authorizer || apiKey) && { status: 403, causes: [...(authorizer ? ['authorizer'] : []), ...(apiKey ? ['apiKey'] : [])] },
    { status: 413, causes: ['payloadSize'] },
    { status: 429, causes: ['throttle'] },
    api === 'rest' && { status: 502, causes: ['integrationError'] },
    api === 'http' && { status: 503, causes: ['integrationTimeout'] },
    api === 'rest' && { status: 504, causes: ['integrationTimeout'] },
  ]
  return all.flatMap(answer => (answer ? [{ status: answer.status, causes: answer.causes.map(cause => `aws:${service}:${cause}`) }] : []))
}

function transitionOf({ status, causes }: Answer, { label, lines }: { label: string; lines: { start: number; end: number } }): Transition {
  const [cause = ''] = causes
  return {
    id: transitionId({ unit: label, terminalKind: 'response', statusKey: String(status), conditionTexts: [cause] }),
    conditions: [{ type: 'opaque', sourceText: cause, reason: 'externalFunction' }],
    output: { type: 'response', statusCode: { type: 'literal', value: status }, body: null, headers: {} },
    effects: [],
    location: lines,
    isDefault: false,
    metadata: { http: { uncertain: true }, causes },
  }
}
