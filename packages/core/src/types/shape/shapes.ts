/** Answers types as shapes with definitions; a wide type is written once per program (extraction.md 18.4, 18.5). */
import type ts from 'typescript'
import {
  canonicalJson,
  mapShape,
  referencedDefinitions,
  typeDefinitionKey,
  type TypeShape,
} from '../../ir/index.js'
import type { HoleAnswer } from '../port.js'
import type { Session } from '../session.js'
import { MAX_OPEN_DEFINITIONS, MIN_DEFINITION_NODES } from './limits.js'
import { nameOf, type TypeName } from './names.js'
import { writeShape, type Writing } from './write-shape.js'

export interface Shapes {
  answer(type: ts.Type): Extract<HoleAnswer, { type: 'shape' }>
}

/** A named type of the project, written out or on the way. */
interface Definition {
  key: string
  shape: TypeShape | null
  recursive: boolean
}

export function createShapes(session: Session): Shapes {
  const byType = new Map<ts.Type, Definition>()
  const table: Record<string, TypeShape> = {}
  const budgets = new Set<string>()
  let openDefinitions = 0

  const define = (type: ts.Type, name: TypeName): Definition | null => {
    const known = byType.get(type)
    if (known !== undefined) return known
    if (openDefinitions >= MAX_OPEN_DEFINITIONS) return null
    const definition: Definition = { key: keyOf(session, type, name), shape: null, recursive: false }
    byType.set(type, definition)
    openDefinitions++
    const writing = startWriting()
    const shape = writeShape(type, writing)
    openDefinitions--
    definition.shape = shape
    table[definition.key] = shape
    if (writing.budget) budgets.add(definition.key)
    return definition
  }

  const startWriting = (): Writing => {
    const writing: Writing = {
      session,
      nodes: 0,
      budget: false,
      named: (type, name) => {
        const definition = define(type, name)
        const ref: TypeShape = {
          type: 'ref',
          name: name.name,
          ...(name.file === null ? {} : { from: name.file }),
        }
        if (definition === null) {
          writing.budget = true
          return ref
        }
        if (definition.shape === null) definition.recursive = true
        if (definition.shape !== null && isSmall(definition)) return definition.shape
        return {
          type: 'ref',
          name: name.name,
          def: definition.key,
          ...(name.file === null ? {} : { from: name.file }),
        }
      },
    }
    return writing
  }

  return {
    answer: type => {
      const writing = startWriting()
      const shape = writeShape(type, writing)
      const keys = referencedDefinitions([shape], table)
      const definitions = keys.flatMap(key => {
        const definition = table[key]
        return definition === undefined ? [] : [[key, definition] as const]
      })
      return {
        type: 'shape',
        shape,
        definitions: Object.fromEntries(definitions),
        budget: writing.budget || keys.some(key => budgets.has(key)),
      }
    },
  }
}

const isSmall = ({ shape, recursive }: Definition): boolean =>
  !recursive && shape !== null && nodesOf(shape) < MIN_DEFINITION_NODES

function nodesOf(shape: TypeShape): number {
  let nodes = 1
  mapShape(shape, child => {
    nodes += nodesOf(child)
    return child
  })
  return nodes
}

/** Equal content gives one key: nested named types stand for themselves by file, name and arguments. */
function keyOf(session: Session, type: ts.Type, name: TypeName): string {
  const oneLevel: Writing = {
    session,
    nodes: 0,
    budget: false,
    named: (_inner, innerName) => ({ type: 'ref', name: fullName(session, innerName) }),
  }
  return typeDefinitionKey(name.name, writeShape(type, oneLevel))
}

function fullName(session: Session, { file, name, args }: TypeName): string {
  const inner = args.map(arg => {
    const argName = nameOf(session, arg)
    return argName === null ? argumentText(session, arg) : fullName(session, argName)
  })
  return `${file ?? ''}#${name}${inner.length === 0 ? '' : `<${inner.join(',')}>`}`
}

const argumentText = (session: Session, type: ts.Type): string =>
  canonicalJson(
    writeShape(type, {
      session,
      nodes: 0,
      budget: false,
      named: (_type, name) => ({ type: 'ref', name: `${name.file ?? ''}#${name.name}` }),
    }),
  )
