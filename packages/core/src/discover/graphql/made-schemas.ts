/** Libraries that make a schema, or a part of one, while the program runs: what its SDL files say is not all of it. */
import type { Program } from '../../program/program.js'
import { isTestFile } from '../../program/test-code.js'

const libraries = [
  '@graphql-mesh', '@graphql-tools/delegate', '@graphql-tools/stitch', '@graphql-tools/wrap', '@gqloom', '@keystone-6/core',
  '@keystonejs', '@neo4j/graphql', 'neo4j-graphql-js', '@nestjs/graphql', '@nestjs-query/query-graphql',
  '@ptc-org/nestjs-query-graphql', '@pothos/core', '@giraphql/core', '@redwoodjs', 'garph', 'gqtx',
  'graphile-build', 'graphql-compose', 'graphql-modules', 'grafast', 'nexus', '@nexus/schema', 'nexus-prisma', 'payload',
  'postgraphile', 'type-graphql', 'typegraphql-prisma',
]
const made = /\bnew GraphQL(?:ObjectType|Schema)\b|\b(?:extendSchema|mergeSchemas|stitchSchemas)\s*\(/

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
