/** Files of a test, by absolute path. */
import type { ConfigFiles } from '../files.js'

export function memoryFiles(texts: Readonly<Record<string, string>>): ConfigFiles {
  const paths = Object.keys(texts)
  return {
    read: path => texts[path],
    isFile: path => paths.includes(path),
    list: folder => {
      const prefix = folder.endsWith('/') ? folder : `${folder}/`
      const below = paths.filter(path => path.startsWith(prefix)).map(path => path.slice(prefix.length))
      return [...new Set(below.map(path => path.split('/')[0] ?? ''))]
    },
  }
}
