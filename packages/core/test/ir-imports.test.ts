/** `@suss/core/ir` is for everybody: it loads zod and nothing that reads source. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../src/ir/', import.meta.url)

const specifiers = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export|\}).*? from '([^']+)'$|\bimport\((.*?)\)/gm)].map(
    match => match[1] ?? match[2] ?? '',
  )

test('the files of ir import each other, zod and node:crypto', () => {
  const outside = readdirSync(folder)
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap(file => specifiers(readFileSync(new URL(file, folder), 'utf8')))
    .filter(specifier => !specifier.startsWith('./'))
  expect([...new Set(outside)].sort()).toEqual(['node:crypto', 'zod'])
})
