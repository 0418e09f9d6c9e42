/** What a client call sends (extraction.md R14). */
import type { Place, RequestFacts, TypeShape } from '../../ir/index.js'
import type { ClientCall } from '../../discover/unit.js'
import { keyName } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import type { Places } from '../places.js'
import type { Shapes } from '../shapes.js'

interface RequestContext {
  client: ClientCall
  values: Values
  shapes: Shapes
  places: Places
}

export function requestOf(context: RequestContext): RequestFacts {
  const { client } = context
  const places: Record<string, Place> = {}
  const query = queryOf(context, places)
  return {
    body: bodyOf(context, places),
    query: { values: query, complete: client.queryComplete },
    header: headersOf(context, places),
    ...(client.credentials ? { credentials: client.credentials } : {}),
    ...(Object.keys(places).length > 0 ? { places } : {}),
  }
}

function bodyOf({ client, shapes, places, values }: RequestContext, found: Record<string, Place>): RequestFacts['body'] {
  if (client.payload === null) return { kind: 'absent' }
  if (client.payload === 'unread') return { kind: 'unread', reason: 'unreadRequest' }
  const value = values.one(client.payload)
  if (value?.type === 'literal' && value.value === undefined) return { kind: 'absent' }
  const made = value?.type === 'call' && value.expr.node.type === 'NewExpression' ? value.callee : null
  if (made?.type === 'global') return { kind: 'unread', reason: made.path.join('.') }
  if (value?.type === 'object' && value.expr.node.type === 'ObjectExpression') {
    for (const p of value.expr.node.properties) {
      const name = p.type === 'Property' ? keyName(p.key, p.computed) : null
      if (name !== null) found[`body.${name}`] = places.of({ ...value.expr, node: p })
    }
  }
  return { kind: 'shape', shape: shapes.shapeOf(client.payload) }
}

function queryOf({ client, shapes, places }: RequestContext, found: Record<string, Place>): Record<string, TypeShape> {
  const out: Record<string, TypeShape> = {}
  for (const [name, value] of Object.entries(client.query)) {
    out[name] = typeof value === 'string' ? { type: 'literal', value } : value === null ? { type: 'unknown' } : shapes.shapeOf(value)
    if (value !== null && typeof value !== 'string') found[`query.${name}`] = places.of(value)
  }
  return out
}

function headersOf({ client, values, shapes, places }: RequestContext, found: Record<string, Place>): RequestFacts['header'] {
  if (!client.headers) return { values: {}, complete: client.headersComplete }
  const value = values.one(client.headers)
  if (value?.type !== 'object' || value.expr.node.type !== 'ObjectExpression') return { values: {}, complete: false }
  const out: Record<string, TypeShape> = {}
  let complete = client.headersComplete
  for (const p of value.expr.node.properties) {
    const name = p.type === 'Property' ? keyName(p.key, p.computed) : null
    if (p.type !== 'Property' || name === null) {
      complete = false
      continue
    }
    out[name.toLowerCase()] = shapes.shapeOf({ ...value.expr, node: p.value })
    found[`header.${name.toLowerCase()}`] = places.of({ ...value.expr, node: p })
  }
  return { values: out, complete }
}
