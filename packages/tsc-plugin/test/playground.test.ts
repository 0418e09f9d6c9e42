/** The shop's server is built by `suss-tsc` (playground/shop). */
import { afterAll, expect, test, vi } from 'vitest'
import { copyPlayground } from '../../../scripts/playground-copy.mjs'

/** Two compilations of two projects, on a machine that may be busy. */
vi.setConfig({ testTimeout: 240_000 })

const shop = copyPlayground('shop')
afterAll(() => shop.remove())

test('the build of the server fails on a mismatch with its client, and passes when it is repaired', () => {
  const [file, sent, renamed] = [
    'server/src/routes/users.ts',
    'fullName: user.fullName, email',
    'full_name: user.fullName, email',
  ] as const
  shop.write('server/suss.json', '{ "against": ["../client"] }')
  shop.edit(file, sent, renamed)
  const failed = shop.pnpm(['build'], 'server')
  expect(failed.status).toBe(1)
  expect(failed.text).toMatch(/\.\.\/client\/src\/api\/users\.ts\(\d+,\d+\): error TS970001: .*"fullName"/)
  expect(shop.has('server/dist/behavioral-summary.json')).toBe(false)
  shop.edit(file, renamed, sent)
  expect(shop.pnpm(['build'], 'server').status).toBe(0)
  expect(shop.has('server/dist/behavioral-summary.json')).toBe(true)
})
