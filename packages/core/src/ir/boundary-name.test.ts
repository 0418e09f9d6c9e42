import { expect, test } from 'vitest'
import { parseBoundaryName } from './index.js'

test.each([
  ['orders-v1', { type: 'literal', text: 'orders-v1' }],
  ['{ORDER_TABLE}', { type: 'reference', path: ['ORDER_TABLE'] }],
  ['{location.bucket}', { type: 'reference', path: ['location', 'bucket'] }],
  [
    '{stage}-orders',
    {
      type: 'pattern',
      parts: [
        { type: 'hole', name: 'stage' },
        { type: 'text', text: '-orders' },
      ],
    },
  ],
  ['', null],
  ['{open', null],
  ['close}', null],
  ['{{a}}', null],
])('%s', (text, name) => expect(parseBoundaryName(text)).toEqual(name))
