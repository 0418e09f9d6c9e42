/** The fields of the body a transition of a client says it reads. */
import type { Transition } from '../../src/ir/index.js'

export const expectedNames = ({ expectedInput }: Transition): string[] =>
  expectedInput?.type === 'record' ? Object.keys(expectedInput.properties) : []
