/** TypeScript 6, loaded on the first question only: loading it costs more than reading a small project. */
import { createRequire } from 'node:module'
import type ts from 'typescript'

export type TypeScript = typeof ts

const require = createRequire(import.meta.url)

export const loadTypeScript = (): TypeScript => require('typescript') as TypeScript
