/** The hooks of Rollup and of Rolldown over a build. */
import type { Build } from './build.js'
import { bundleHooks, isColorful, type BundleHooks } from './bundle-hooks.js'

/** The part of their options that is used here; only Rolldown has it. */
interface InputOptions {
  resolve?: { alias?: Record<string, unknown> }
}

export function rollupHooks(build: Build): BundleHooks & { options(input: object): void } {
  let aliases: Record<string, string> = {}
  return {
    options(input) {
      aliases = literalAliases(input)
    },
    ...bundleHooks(build, () => ({
      root: process.cwd(),
      aliases,
      // standard output may carry the bundle
      color: isColorful(process.stderr),
      print: text => void process.stderr.write(`\n${text.trimEnd()}\n`),
    })),
  }
}

const literalAliases = ({ resolve }: InputOptions): Record<string, string> =>
  Object.fromEntries(
    Object.entries(resolve?.alias ?? {}).flatMap(([find, replacement]) =>
      typeof replacement === 'string' ? [[find, replacement]] : [],
    ),
  )
