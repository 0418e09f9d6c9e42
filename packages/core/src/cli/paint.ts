/** Colours, or none: the same text either way. */
import pc from 'picocolors'

export type Paint = ReturnType<typeof pc.createColors>

export const paintFor = (color: boolean): Paint => pc.createColors(color)
