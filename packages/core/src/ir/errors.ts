/** The one error class: wrong use, with a code and what to do about it. */

export type SussErrorCode =
  | 'BAD_OPTIONS'
  | 'BAD_CONFIG'
  | 'BAD_PACK'
  | 'BAD_INPUT'
  | 'BAD_BINDING'
  | 'NOT_AVAILABLE'

export class SussError extends Error {
  readonly code: SussErrorCode
  readonly remedy: string | null

  constructor(code: SussErrorCode, message: string, remedy: string | null = null) {
    super(message)
    this.name = 'SussError'
    this.code = code
    this.remedy = remedy
  }
}
