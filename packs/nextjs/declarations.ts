/** The names of Next.js that the pack states. */
import type { PackDeclarations } from '@suss/core/pack'

export const declarations: PackDeclarations = [
  {
    module: 'next/server',
    exports: ['NextResponse'],
    members: { NextResponse: ['json', 'next', 'redirect', 'rewrite'] },
    text: ['middleware', 'proxy', 'matcher', 'route', 'use server'],
  },
  {
    module: 'next/navigation',
    exports: ['forbidden', 'notFound', 'permanentRedirect', 'redirect', 'unauthorized'],
  },
  {
    module: 'next',
    members: {
      NextApiResponse: [
        'appendHeader',
        'clearPreviewData',
        'end',
        'json',
        'redirect',
        'send',
        'setDraftMode',
        'setHeader',
        'setPreviewData',
        'status',
        'statusCode',
        'writeHead',
      ],
    },
    keys: { NextConfig: ['basePath'] },
  },
  { module: 'global', exports: ['Response'], members: { Response: ['json'] } },
]
