/** Libraries that make a schema, or a part of one, while the program runs: what its SDL files say is not all of it. */
import type { Program } from '../../program/program.js'
import { isTestFile } from '../../program/test-code.js'

const libraries = [
  '@graphql-mesh', '@graphql-tools/delegate', '@graphql-tools/stitch', '@graphql-tools/wrap', '@gqloom', '@keystone-6/core',
  '@keystonejs', '@neo4j/graphql', 'neo4j-graphql-js', '@nestjs-query/query-graphql',
  '@ptc-org/nestjs-query-graphql', '@pothos/core', '@giraphql/core', '@redwoodjs', 'garph', 'gqtx',
  'graphile-build', 'graphql-compose', 'graphql-modules', 'grafast', 'nexus', '@nexus/schema', 'nexus-prisma', 'payload',
  'postgraphile', 'type-graphql', 'typegraphql-prisma',
]
const made = /\bnew GraphQL(?:ObjectType|Schema)\b|\b(?:extendSchema|mergeSchemas|stitchSchemas)\s*\(/

/** Nest makes the schema from classes, or takes it from files. */
const nest = '@nestjs/graphql'
const fromFiles = /\btypePaths\b/
const fromClasses = /\b(?:autoSchemaFile|buildSchemaOptions|transformSchema|transformAutoSchemaFile|typeDefs)\b|@(?:ObjectType|InputType)\(/

/** Packages in which Nest serves what SDL files say, and nothing else. */
export function packagesOfSchemaFiles(program: Program, packageOf: (file: string) => string | null): Set<string | null> {
  const using = program.modules.filter(({ file, imports }) => !isTestFile(file) && imports.some(({ specifier }) => specifier === nest))
  const classes = new Set(using.filter(({ text }) => fromClasses.test(text)).map(({ file }) => packageOf(file)))
  return new Set(using.filter(({ text }) => fromFiles.test(text)).map(({ file }) => packageOf(file)).filter(name => !classes.has(name)))
}

/** Files that use Nest's library. */
export const filesOfNest = (program: Program): string[] =>
  program.modules.filter(({ file, imports }) => !isTestFile(file) && imports.some(({ specifier, typeOnly }) => !typeOnly && specifier === nest)).map(({ file }) => file)

/** Files that use one. */
export const filesMakingSchemas = (program: Program): string[] =>
  program.modules
    .filter(({ file }) => !isTestFile(file))
    .filter(({ imports, text }) =>
      imports.some(
        ({ specifier, typeOnly }) =>
          !typeOnly &&
          (libraries.some(name => specifier === name || specifier.startsWith(`${name}/`)) ||
            (/^(?:graphql|graphql-tools|@graphql-tools\/schema)(?:\/|$)/.test(specifier) && made.test(text))),
      ),
    )
    .map(({ file }) => file)
