/** The fetch wrapper: JSON of a success, an error for the rest. */

export class RequestError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The server answered ${status}`)
    this.status = status
  }
}

export async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`/api${path}`, init)
  if (!response.ok) throw new RequestError(response.status)
  return (await response.json()) as T
}
