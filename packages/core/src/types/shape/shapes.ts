/** Answers types as shapes with definitions; a wide type is written once per program (extraction.md 18.4, 18.5). */
import {
  canonicalJson,
  mapShape,
  referencedDefinitions,
  typeDefinitionKey,
  type TypeShape,
} from '../../ir/index.js'
import type { TypeName, TypeReader } from '../checker.js'
import type { HoleAnswer } from '../port.js'
import { MAX_OPEN_DEFINITIONS, MIN_DEFINITION_NODES } from './limits.js'
import { writeShape, type Writing } from './write-shape.js'

export interface Shapes<T> {
  answer(type: T): Extract<HoleAnswer, { type: 'shape' }>
}

/** A named type of the project, written out or on the way. */
interface Definition {
  key: string
  shape: TypeShape | null
  recursive: boolean
}

export function createShapes<T>(types: TypeReader<T>): Shapes<T> {
  const byType = new Map<T, Definition>()
  const table: Record<string, TypeShape> = {}
  const budgets = new Set<string>()
  let openDefinitions = 0

  const define = (type: T, name: TypeName<T>): Definition | null => {
    const known = byType.get(type)
    if (known !== undefined) return known
    if (openDefinitions >= MAX_OPEN_DEFINITIONS) return null
    const definition: Definition = { key: keyOf(types, type, name), shape: null, recursive: false }
    byType.set(type, definition)
    const writing = startWriting()
    const shape = writeDefinition(type, writing)
    definition.shape = shape
    table[definition.key] = shape
    if (writing.budget) budgets.add(definition.key)
    return definition
  }

  /** A checker that fails in between leaves nothing half open. */
  const writeDefinition = (type: T, writing: Writing<T>): TypeShape => {
    openDefinitions++
    try {
      return writeShape(type, writing)
    } catch (error) {
      byType.delete(type)
      throw error
    } finally {
      openDefinitions--
    }
  }

  const startWriting = (): Writing<T> => {
    const writing: Writing<T> = {
      types,
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
function keyOf<T>(types: TypeReader<T>, type: T, name: TypeName<T>): string {
  const oneLevel: Writing<T> = {
    types,
    nodes: 0,
    budget: false,
    named: (_inner, innerName) => ({ type: 'ref', name: fullName(types, innerName) }),
  }
  return typeDefinitionKey(name.name, writeShape(type, oneLevel))
}

function fullName<T>(types: TypeReader<T>, { file, name, args }: TypeName<T>): string {
  const inner = args().map(arg => {
    const argName = types.name(arg)
    return argName === null ? argumentText(types, arg) : fullName(types, argName)
  })
  return `${file ?? ''}#${name}${inner.length === 0 ? '' : `<${inner.join(',')}>`}`
}

const argumentText = <T>(types: TypeReader<T>, type: T): string =>
  canonicalJson(
    writeShape(type, {
      types,
      nodes: 0,
      budget: false,
      named: (_type, name) => ({ type: 'ref', name: `${name.file ?? ''}#${name.name}` }),
    }),
  )
