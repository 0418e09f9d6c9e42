/** Files whose units are test code, whatever runs the tests (packs.md 3). */
export const isTestFile = (file: string): boolean => /(^|\/)__tests__\//.test(file) || /\.(test|spec)\.[^/]+$/.test(file)
