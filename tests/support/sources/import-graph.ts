import type { SourceImport } from './source-files.ts'

/**
 * Walks the imports, types included, and gives each circle that it meets as a sentence: `a.ts imports b.ts, which
 * imports a.ts`. A file that imports itself is none: telemetry/limits.ts gives its own names as one object.
 */
export function findCircles(imports: readonly SourceImport[]): string[] {
  const importsByFile = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const path: string[] = []
  const circles: string[] = []

  function visit(file: string): void {
    if (done.has(file)) return
    const start = path.indexOf(file)
    if (start !== -1) {
      circles.push(toSentence([...path.slice(start), file]))
      return
    }
    path.push(file)
    const targets = new Set(importsByFile.get(file)?.map(({ to }) => to))
    targets.delete(file)
    for (const target of targets) visit(target)
    path.pop()
    done.add(file)
  }

  for (const file of importsByFile.keys()) visit(file)
  return circles
}

function toSentence([first, second, ...others]: string[]): string {
  return [`${first} imports ${second}`, ...others.map((file) => `which imports ${file}`)].join(', ')
}

/** A room of `server/`, as ARCHITECTURE.md lists it. */
export interface Room {
  name: string
  /** The rooms that it may import; `all above` stands for each that the list names before it. */
  uses: readonly string[] | 'all above'
}

/** Reads the rows of the table whose first cell is a room's path: `` | `server/store/` | what it is | `protocol/` | ``. */
export function parseRooms(markdown: string): Room[] {
  return markdown.split('\n').flatMap((line) => {
    const [before, first = '', , uses = ''] = line.split('|').map((cell) => cell.trim())
    const name = /^`server\/([\w-]+)\/`$/.exec(first)?.[1]
    if (before !== '' || name === undefined) return []
    const names = [...uses.matchAll(/`([\w-]+)\/`/g)].map(([, used = '']) => used)
    return [{ name, uses: uses === 'all above' ? uses : names }]
  })
}

/** Tells, a sentence each, which imports between rooms the list does not allow. */
export function findForbiddenImports(imports: readonly SourceImport[], rooms: readonly Room[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const [own, target] = [roomOf(from), roomOf(to)]
    if (own === undefined || target === undefined || own === target) return []
    const matter = matterWith(own, target, rooms)
    return matter === undefined ? [] : [`${from} imports ${to}: ${matter}`]
  })
}

function matterWith(own: string, target: string, rooms: readonly Room[]): string | undefined {
  if (own === ROOT) return undefined // main.ts, serve.ts and app.ts start and wire everything
  if (target === ROOT) return 'no room may import the files that start the server'
  const at = rooms.findIndex(({ name }) => name === own)
  const targetAt = rooms.findIndex(({ name }) => name === target)
  const unlisted = at === -1 ? own : targetAt === -1 ? target : undefined
  if (unlisted !== undefined) return `ARCHITECTURE.md does not list server/${unlisted}/`
  if (targetAt > at) return `server/${own}/ stands before server/${target}/ in ARCHITECTURE.md`
  const uses = rooms[at]?.uses ?? []
  return uses === 'all above' || uses.includes(target)
    ? undefined
    : `server/${own}/ may not use server/${target}/`
}

const ROOT = ''

/** The first folder below `server/`; empty for the files at its root, undefined for files elsewhere. */
function roomOf(path: string): string | undefined {
  const [folder, ...parts] = path.split('/')
  if (folder !== 'server') return undefined
  return parts.length === 1 ? ROOT : parts[0]
}
