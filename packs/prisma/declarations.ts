/** The names of Prisma the pack states: a client's models and their methods are generated. */
import type { PackDeclarations } from '@suss/core/pack'

export const declarations: PackDeclarations = [
  {
    module: '@prisma/client',
    text: [
      'PrismaClient',
      'TransactionClient',
      '$transaction',
      '$queryRaw',
      '$executeRaw',
      '$queryRawUnsafe',
      '$executeRawUnsafe',
    ],
  },
]
