/** What a host says about where a call goes. */

/** A list of the project's own hosts, or a map from host to service. */
export type HostConfig = readonly string[] | Readonly<Record<string, string>>

export type HostEntry = { type: 'service'; service: string } | { type: 'own' }

const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

/** One hole and nothing else: `{API}`. */
export function holeOf(host: string | undefined): string | null {
  const name = host === undefined ? undefined : /^\{([^{}]*)\}$/.exec(host)?.[1]
  return name ?? null
}

/** The entry of suss.json for a host: the exact text, then without port, then `*.suffix`. */
export function hostEntry(config: HostConfig | undefined, host: string): HostEntry | null {
  if (config === undefined) return null
  const entries = new Map<string, HostEntry>(
    Array.isArray(config)
      ? config.map((name: string) => [name.toLowerCase(), { type: 'own' }])
      : Object.entries(config).map(([name, service]) => [name.toLowerCase(), { type: 'service', service }]),
  )
  const name = host.toLowerCase()
  const bare = withoutPort(name)
  const exact = entries.get(name) ?? entries.get(bare)
  if (exact) return exact
  const suffixes = [...entries.keys()].filter(key => key.startsWith('*.') && bare.endsWith(key.slice(1)))
  const [longest] = suffixes.toSorted((a, b) => b.length - a.length)
  return longest === undefined ? null : (entries.get(longest) ?? null)
}

const privateSuffixes = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'home.arpa',
  'test',
  'example',
  'invalid',
  'example.com',
  'example.net',
  'example.org',
]

function isPrivateAddress(host: string): boolean {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host)
  if (!parts) return false
  const [a = 0, b = 0] = parts.slice(1).map(Number)
  return (
    a === 127 ||
    a === 10 ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254) ||
    (a === 100 && b >= 64 && b <= 127) ||
    host === '0.0.0.0'
  )
}

const isPrivateV6 = (host: string): boolean =>
  host === '::1' || (host.includes(':') && (/^f[cd]/.test(host) || /^fe[89ab]/.test(host)))

/** A loopback or private address, a name without a dot, or a suffix kept for such networks. */
export function isInternalHost(host: string): boolean {
  const name = host.toLowerCase()
  const bracketed = /^\[([^\]]*)\]/.exec(name)?.[1]
  if (bracketed !== undefined) return isPrivateV6(bracketed)
  const bare = withoutPort(name)
  if (isPrivateV6(bare) || isPrivateV6(name) || isPrivateAddress(bare)) return true
  // a partly read host is tested by the fixed text behind its last hole
  const fixed = bare.slice(bare.lastIndexOf('}') + 1)
  if (!bare.includes('{') && !bare.includes('.')) return true
  return privateSuffixes.some(
    suffix => (fixed === suffix && !bare.includes('{')) || fixed.endsWith(`.${suffix}`),
  )
}

export const bareHost = (host: string): string => withoutPort(host.toLowerCase())
