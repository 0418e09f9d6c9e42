/** Folders whose scripts are loaded as plugins (packs.md fastify, Autoload). */
import type { ReasonCode } from '../../ir/index.js'
import type { CallNode, FunctionNode } from '../../program/syntax.js'
import { folderOf } from '../../values/folders.js'
import type { Values } from '../../values/resolve.js'
import { literalOf } from '../../values/text.js'
import { exprAt, type Expr } from '../../values/value.js'
import { handlerOf } from '../handlers.js'
import { optionOf } from './arguments.js'

export type AutoloadedPlugin =
  /** `under`: the hooks file whose hooks cover it; a hooks file itself has no prefix. */
  | { file: string; fn: FunctionNode; value: Expr; prefix: string | null; under: string | null }
  | { unread: ReasonCode }

const script = /\.[cm]?[jt]sx?$/
const hooksFile = /^[_.]?auto_?hooks\.[cm]?[jt]sx?$/i

export function autoloadedPlugins(values: Values, _call: Expr<CallNode>, options: Expr | null): AutoloadedPlugin[] {
  const dir = options ? optionOf(values, options, 'dir') : null
  const folder = dir ? folderOf(values, dir) : null
  if (!options || folder === null) return [{ unread: 'unsettledValue' }]
  const text = (name: string): string | null => {
    const value = optionOf(values, options, name)
    return value ? literalOf(values, value) : null
  }
  const flag = (name: string): boolean => text(name) === 'true'
  const nested = optionOf(values, options, 'options')
  const above = nested ? optionOf(values, nested, 'prefix') : null
  const outer = above ? (literalOf(values, above) ?? null) : ''
  const usesFolders = text('dirNameRoutePrefix') !== 'false'
  const byFolder = new Map<string, string[]>()
  for (const module of values.program.modules) {
    const { file } = module
    if (folder !== '' && !file.startsWith(`${folder}/`)) continue
    const inside = folder === '' ? file : file.slice(folder.length + 1)
    const name = inside.split('/').at(-1) ?? ''
    if (!script.test(name) || /\.(test|spec|d)\.[^/]+$/.test(name)) continue
    const at = inside.split('/').slice(0, -1).join('/')
    byFolder.set(at, [...(byFolder.get(at) ?? []), file])
  }
  const out: AutoloadedPlugin[] = []
  const nameOf = (file: string): string => file.split('/').at(-1) ?? ''
  const hooksOf = (at: string): string | null => (flag('autoHooks') ? (byFolder.get(at) ?? []).find(f => hooksFile.test(nameOf(f))) ?? null : null)
  for (const [at, files] of [...byFolder].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const own = files.filter(f => !hooksFile.test(nameOf(f)))
    const hooks = hooksOf(at)
    if (hooks !== null) out.push(...pluginOf(hooks, '', coveringHooks(at, true)).map(p => ('unread' in p ? p : { ...p, prefix: '' })))
    const index = own.filter(f => /^index\.[cm]?[jt]sx?$/.test(nameOf(f)))
    for (const file of index.length > 0 ? index : own) out.push(...pluginOf(file, at, hooks ?? coveringHooks(at, false)))
  }
  return out

  /** The nearest hooks file above a folder, where hooks cascade; `overwriteHooks` keeps only the nearest. */
  function coveringHooks(at: string, isHooks: boolean): string | null {
    if (!flag('cascadeHooks') || (isHooks && flag('overwriteHooks'))) return null
    for (let folder = at; folder !== '';) {
      folder = folder.split('/').slice(0, -1).join('/')
      const found = hooksOf(folder)
      if (found !== null) return found
    }
    return null
  }

  function pluginOf(file: string, at: string, under: string | null): AutoloadedPlugin[] {
    const module = values.program.module(file)
    if (!module) return []
    const target = module.exports.get('default')
    if (!target) return []
    const named = target.type === 'local' ? module.top.get(target.name)?.node : target.type === 'value' ? target.node : null
    if (!named) return []
    const value = exprAt(module, named)
    const answer = handlerOf(values, value)
    if (answer.type !== 'one') return [{ unread: 'unsettledHandler' }]
    const constant = (name: string): string | null => {
      const local = module.exports.get(name)
      const node = local?.type === 'local' ? module.top.get(local.name)?.node : null
      return node ? literalOf(values, exprAt(module, node)) : null
    }
    if (constant('autoload') === 'false') return []
    const override = constant('prefixOverride')
    if (override !== null) return [{ file, fn: answer.handler.body.node, value, prefix: override, under }]
    const auto = constant('autoPrefix')
    const path = usesFolders ? at.split('/').filter(Boolean).map(part => (flag('routeParams') ? part.replace(/__/g, ':').replace(/^_/, ':') : part)).join('/') : ''
    const own = auto ?? (path === '' ? '' : `/${path}`)
    const prefix = outer === null ? null : `${outer.replace(/\/$/, '')}${own === '' || own.startsWith('/') ? own : `/${own}`}`
    return [{ file, fn: answer.handler.body.node, value, prefix, under }]
  }
}
