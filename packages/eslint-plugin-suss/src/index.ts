/** suss in ESLint: the plugin with its rules and configurations. */
import { createRequire } from 'node:module'
import type { TSESLint } from '@typescript-eslint/utils'
import { gaps, recommended, strict } from './levels.js'
import type { SussRule } from './rule.js'
import { rules } from './rules/index.js'

type ConfigName = 'recommended' | 'strict' | 'gaps'

export interface SussPlugin {
  meta: { name: string; version: string; namespace: string }
  rules: Record<keyof typeof rules, SussRule>
  configs: Record<ConfigName, TSESLint.FlatConfig.Config>
}

const manifest: { name: string; version: string } = createRequire(import.meta.url)('../package.json')

const bare = { meta: { name: manifest.name, version: manifest.version, namespace: 'suss' }, rules }

/** A configuration names the plugin it needs, and the plugin its configurations. */
const configure = (name: ConfigName, levels: TSESLint.FlatConfig.Rules): TSESLint.FlatConfig.Config => ({
  name: `suss/${name}`,
  plugins: { suss: bare },
  rules: levels,
})

const plugin: SussPlugin = {
  ...bare,
  configs: {
    recommended: configure('recommended', recommended),
    strict: configure('strict', strict),
    gaps: configure('gaps', gaps),
  },
}

export default plugin
