/** The name of a queue in its address; a variable that holds the address stands for it. */
export function queueName(url: string): string | null {
  if (!url.includes('/')) return url
  const name = url.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return name === '' ? null : name
}
