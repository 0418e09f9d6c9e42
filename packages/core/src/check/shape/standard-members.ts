/** Members that values of a kind have by themselves: reading them proves nothing about the body. */

const ofObject = ['constructor', 'hasOwnProperty', 'toLocaleString', 'toString', 'valueOf']

const ofArray = [
  'length',
  'at',
  'concat',
  'copyWithin',
  'entries',
  'every',
  'fill',
  'filter',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'flat',
  'flatMap',
  'forEach',
  'includes',
  'indexOf',
  'join',
  'keys',
  'lastIndexOf',
  'map',
  'pop',
  'push',
  'reduce',
  'reduceRight',
  'reverse',
  'shift',
  'slice',
  'some',
  'sort',
  'splice',
  'toReversed',
  'toSorted',
  'toSpliced',
  'unshift',
  'values',
  'with',
]

const ofText = [
  'length',
  'at',
  'charAt',
  'charCodeAt',
  'codePointAt',
  'concat',
  'endsWith',
  'includes',
  'indexOf',
  'lastIndexOf',
  'localeCompare',
  'match',
  'matchAll',
  'normalize',
  'padEnd',
  'padStart',
  'repeat',
  'replace',
  'replaceAll',
  'search',
  'slice',
  'split',
  'startsWith',
  'substr',
  'substring',
  'toLocaleLowerCase',
  'toLocaleUpperCase',
  'toLowerCase',
  'toUpperCase',
  'trim',
  'trimEnd',
  'trimStart',
  'trimLeft',
  'trimRight',
  'isWellFormed',
  'toWellFormed',
  'anchor',
  'big',
  'link',
  'small',
  'sub',
  'sup',
]

const ofNumber = ['toExponential', 'toFixed', 'toPrecision']

export const arrayMembers: ReadonlySet<string> = new Set([...ofObject, ...ofArray])
export const textMembers: ReadonlySet<string> = new Set([...ofObject, ...ofText])
export const numberMembers: ReadonlySet<string> = new Set([...ofObject, ...ofNumber])
export const objectMembers: ReadonlySet<string> = new Set(ofObject)

/** Methods of `Date` that text has not. */
export const isDateOnlyMember = (name: string): boolean =>
  /^(get|set)(UTC)?(Date|Day|FullYear|Hours|Milliseconds|Minutes|Month|Seconds|Time|TimezoneOffset|Year)$/.test(
    name,
  ) ||
  [
    'toISOString',
    'toDateString',
    'toTimeString',
    'toUTCString',
    'toLocaleDateString',
    'toLocaleTimeString',
  ].includes(name)
