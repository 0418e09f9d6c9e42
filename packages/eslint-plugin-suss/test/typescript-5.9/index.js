export { default as parser } from '@typescript-eslint/parser'
export { version } from 'typescript'
