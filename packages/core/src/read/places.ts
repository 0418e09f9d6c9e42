/** Places of nodes, as the output writes them. */
import type { SourceHost } from '../host.js'
import { type DeclarationPlace, lineRange, type Place, placeOf } from '../ir/index.js'
import type { ClassNode, Span } from '../program/syntax.js'
import type { Expr } from '../values/value.js'

export interface Places {
  /** A place; `file` and `workspace` only where they differ from the unit's. */
  of(expr: Expr): Place
  range(expr: Expr): { start: number; end: number }
  declaration(expr: Expr & { receiver?: Expr<ClassNode> }): DeclarationPlace
}

export function openPlaces(host: SourceHost, unitFile: string): Places {
  const home = host.place(unitFile)
  const span = (expr: Expr): Span => ({ start: expr.node.start, end: expr.node.end })
  return {
    of(expr) {
      const place = placeOf(expr.module.lines, span(expr))
      if (expr.module.file === unitFile) return place
      const other = host.place(expr.module.file)
      return { ...place, file: other.file, ...(other.workspace !== null && other.workspace !== home.workspace ? { workspace: other.workspace } : {}) }
    },
    range: expr => lineRange(expr.module.lines, span(expr)),
    declaration: expr => ({
      file: host.place(expr.module.file).file, span: span(expr),
      ...(expr.receiver ? { receiverClass: { file: host.place(expr.receiver.module.file).file, name: expr.receiver.node.id?.name ?? 'class' } } : {}),
    }),
  }
}
