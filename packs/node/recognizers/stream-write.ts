/** Writes to the process's own streams. */
import { canonicalJson, type EffectOf, ioBinding, sha1 } from '@suss/core/ir'
import type { CallReader, InvocationRecognizer } from '@suss/core/pack'
import { originPath } from './origin-path.js'

const consoleMethods = {
  stdout: ['debug', 'dir', 'dirxml', 'group', 'groupCollapsed', 'info', 'log', 'table', 'timeEnd', 'timeLog'],
  stderr: ['assert', 'error', 'trace', 'warn'],
} as const

export const streamWrite: InvocationRecognizer = (call, { recognition }) => {
  const callee = originPath(call.origin)
  const target = callee === null ? null : streamOf(callee)
  if (callee === null || target === null) return null
  const position = writtenArgument(callee, call)
  const written = position === null ? null : call.args[position]
  const effect: EffectOf<'interaction'> = {
    type: 'interaction',
    binding: ioBinding({ target }, { recognition }),
    callee,
    interaction: {
      class: 'stream-write',
      payload: position === null ? null : call.shape(position),
      serialized: written?.kind === 'call' && written.callee === 'JSON.stringify' ? 'json' : 'text',
    },
  }
  // no line number in it, so that moved code keeps its id
  return [{ ...effect, groupId: `${callee}:${sha1(canonicalJson(effect)).slice(0, 7)}` }]
}

function streamOf(callee: string): 'stdout' | 'stderr' | null {
  const [holder, member, method] = callee.split('.')
  if (holder === 'process') {
    return method === 'write' && (member === 'stdout' || member === 'stderr') ? member : null
  }
  if (holder !== 'console' || member === undefined || method !== undefined) return null
  const isOf = (stream: 'stdout' | 'stderr') => consoleMethods[stream].some(known => known === member)
  if (isOf('stdout')) return 'stdout'
  return isOf('stderr') ? 'stderr' : null
}

/** Null where several values become one text. */
function writtenArgument(callee: string, call: CallReader): number | null {
  if (callee.startsWith('process.')) return 0
  const position = callee === 'console.assert' ? 1 : 0
  return call.args.length === position + 1 ? position : null
}
