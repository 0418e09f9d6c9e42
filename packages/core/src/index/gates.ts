/** Which packs apply to which files: by their own imports or through the project's (extraction.md F3 to F7). */
import type { Program } from '../program/program.js'

export type Gate = (file: string) => boolean

const everyFile: Gate = () => true

/** `modules` of a gate match a specifier equal to them or below them; none means every file. */
export function openGates(program: Program): (modules: readonly string[] | undefined) => Gate {
  const all = program.all()
  const known = new Map<string, Gate>()
  const isGenerated = (specifier: string, from: string, name: string): boolean => {
    if (!specifier.startsWith('.')) return false
    const target = program.resolve(specifier, from)
    return target.type === 'package' && target.name === name
  }

  return modules => {
    if (!modules || modules.length === 0) return everyFile
    const key = modules.join('\0')
    const before = known.get(key)
    if (before) return before
    const open = new Set<string>()
    const queue = all.filter(m => m.imports.some(i => !i.typeOnly && modules.some(name => i.specifier === name || i.specifier.startsWith(`${name}/`) || isGenerated(i.specifier, m.file, name)))).map(m => m.file)
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (open.has(file)) continue
      open.add(file)
      const target = file
      for (const importer of program.importers(target)) {
        const carries = importer.imports.some(i => {
          if (i.typeOnly) return false
          const resolved = program.resolve(i.specifier, importer.file)
          return resolved.type === 'project' && resolved.file === target
        })
        if (carries) queue.push(importer.file)
      }
    }
    const gate: Gate = file => open.has(file)
    known.set(key, gate)
    return gate
  }
}

/** Files a gate lets through, and those they import in turn: a function that registers on its parameter need not import the framework. */
export function withImported(program: Program, gate: Gate): Gate {
  const open = new Set(program.all().map(m => m.file).filter(gate))
  const queue = [...open]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    for (const record of program.module(file)?.imports ?? []) {
      const target = record.typeOnly ? null : program.resolve(record.specifier, file)
      if (target?.type !== 'project' || open.has(target.file)) continue
      open.add(target.file)
      queue.push(target.file)
    }
  }
  return file => open.has(file)
}
