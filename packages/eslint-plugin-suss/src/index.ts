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
  readonly configs: Record<ConfigName, TSESLint.FlatConfig.Config>
}

const manifest: { name: string; version: string } = createRequire(import.meta.url)('../package.json')

/** ESLint tells plugins apart by identity, so the configurations name this very object. */
const plugin: SussPlugin = {
  meta: { name: manifest.name, version: manifest.version, namespace: 'suss' },
  rules,
  get configs() {
    return configs
  },
}

const configure = (name: ConfigName, levels: TSESLint.FlatConfig.Rules): TSESLint.FlatConfig.Config => ({
  name: `suss/${name}`,
  plugins: { suss: plugin },
  rules: levels,
})

const configs: SussPlugin['configs'] = {
  recommended: configure('recommended', recommended),
  strict: configure('strict', strict),
  gaps: configure('gaps', gaps),
}

export default plugin
