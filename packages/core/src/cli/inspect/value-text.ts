/** Values and conditions as a person would say them. */
import type { ComparisonOp, Derivation, Predicate, ValueRef } from '../../ir/index.js'

export function valueText(value: ValueRef): string {
  switch (value.type) {
    case 'input':
      return [value.inputRef, ...value.path].join('.')
    case 'dependency':
      return [`${value.name}()`, ...value.accessChain].join('.')
    case 'derived':
      return derivedText(valueText(value.from), value.derivation)
    case 'literal':
      return JSON.stringify(value.value)
    case 'state':
      return value.name
    case 'unresolved':
      return value.sourceText
    default:
      return value satisfies never
  }
}

function derivedText(from: string, derivation: Derivation): string {
  switch (derivation.type) {
    case 'propertyAccess':
      return `${from}.${derivation.property}`
    case 'methodCall':
      return `${from}.${derivation.method}(${derivation.args.join(', ')})`
    case 'destructured':
      return `${from}.${derivation.field}`
    case 'awaited':
      return from
    case 'indexAccess':
      return `${from}[${JSON.stringify(derivation.index)}]`
    default:
      return derivation satisfies never
  }
}

const operators: Record<ComparisonOp, string> = {
  eq: 'is',
  neq: 'is not',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}

export function predicateText(predicate: Predicate): string {
  switch (predicate.type) {
    case 'nullCheck':
      return `${valueText(predicate.subject)} ${predicate.negated ? 'is there' : 'is null or undefined'}`
    case 'truthinessCheck':
      return `${predicate.negated ? 'not ' : ''}${valueText(predicate.subject)}`
    case 'comparison':
      return `${valueText(predicate.left)} ${operators[predicate.op]} ${valueText(predicate.right)}`
    case 'typeCheck':
      return `${valueText(predicate.subject)} is a ${predicate.expectedType}`
    case 'propertyExists':
      return `${valueText(predicate.subject)} has ${predicate.negated ? 'no ' : ''}"${predicate.property}"`
    case 'compound':
      return `(${predicate.operands.map(predicateText).join(` ${predicate.op} `)})`
    case 'negation':
      return `not ${predicateText(predicate.operand)}`
    case 'call':
      return `${predicate.callee}(${predicate.args.map(valueText).join(', ')})`
    case 'opaque':
      return predicate.sourceText.replace(/\s+/g, ' ')
    default:
      return predicate satisfies never
  }
}
