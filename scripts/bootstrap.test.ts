/** The two commands work on a machine that has only Node and npm. */
import { expect, test } from 'vitest'
import { cleanEnvironment, isNodeFine, stampOf } from './bootstrap.mjs'

test.each([
  ['18.20.0', false],
  ['20.18.9', false],
  ['20.19.0', true],
  ['21.7.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.0.0', true],
])('Node %s: %s', (version, fine) => expect(isNodeFine(version)).toBe(fine))

test('settings that npm hands down are dropped, registry and cache stay', () => {
  const env = {
    PATH: '/bin',
    npm_config_registry: 'r',
    npm_config_cache: 'c',
    npm_config_cache_max: '1',
    npm_config_prefix: 'p',
    npm_package_name: 'n',
    npm_lifecycle_event: 'e',
    npm_execpath: 'x',
  }
  expect(cleanEnvironment(env)).toEqual({ PATH: '/bin', npm_config_registry: 'r', npm_config_cache: 'c' })
})

test('the stamp follows the lockfile and Node', () => {
  const stamps = [stampOf('a', 'v20'), stampOf('b', 'v20'), stampOf('a', 'v22')]
  expect(new Set(stamps).size).toBe(3)
  expect(stampOf('a', 'v20')).toBe(stamps[0])
})
