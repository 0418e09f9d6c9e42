import type { TSESLint } from '@typescript-eslint/utils'
export const parser: TSESLint.Parser.LooseParserModule
export const version: string
