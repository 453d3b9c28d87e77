import { type Glob, matchesPieces, parseGlob } from './glob.ts'

/** A path of a CODEOWNERS file: https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners. */
export interface CodeownersPath {
  /** Runs of folders and files that follow each other; between two runs there may be anything (`**`). */
  runs: readonly (readonly Glob[])[]
  /** It begins at the repository's root, as far as a path of an event says where that is. */
  isAnchored: boolean
  /** It means the files in a folder and not those below: `docs/*`. */
  isFlat: boolean
  /** It means what is in a folder, so that a file of this name is none. */
  isFolder: boolean
}

export function parseCodeownersPath(pattern: string): CodeownersPath {
  const isFolder = pattern.endsWith('/')
  const parts = pattern.split('/').filter((part) => part !== '')
  const runs: Glob[][] = [[]]
  for (const part of parts) {
    if (part === '**') runs.push([])
    else runs.at(-1)?.push(parseGlob(part))
  }
  const isAnchored = pattern.startsWith('/') || parts.length > 1
  return { runs, isAnchored, isFlat: isAnchored && runs.length === 1 && parts.at(-1) === '*', isFolder }
}

/**
 * Whether a file is what a path means. Paths of events often begin above the repository (`/app/src/…`): then any folder may be
 * its root. Each run is looked for once, after the one before it, as the pieces of a glob are.
 */
export function matchesCodeownersPath(file: string, path: CodeownersPath): boolean {
  const folders = file.split('/').filter((part) => part !== '' && part !== '.')
  const isRooted = path.isAnchored && !/^(?:\/|[a-z][\w+.-]*:|\.\.)/i.test(file)
  const [first = [], ...rest] = path.runs
  const starts = isRooted ? [0] : folders.keys()
  for (const start of starts) {
    if (!isRunAt(folders, first, start)) continue
    const end = findRest(folders, rest, start + first.length)
    if (end !== undefined && isWithin(folders.length, end, path)) return true
    if (rest.length > 0) return false // a later start leaves less for the rest
  }
  return false
}

/** Where the last run ends; undefined if one of them is not there. */
function findRest(
  folders: readonly string[],
  runs: CodeownersPath['runs'],
  from: number,
): number | undefined {
  let place = from
  for (const run of runs) {
    while (place + run.length <= folders.length && !isRunAt(folders, run, place)) place++
    if (place + run.length > folders.length) return undefined
    place += run.length
  }
  return place
}

function isRunAt(folders: readonly string[], run: readonly Glob[], place: number): boolean {
  return run.every((glob, at) => {
    const folder = folders[place + at]
    return folder !== undefined && matchesPieces(folder, glob)
  })
}

/** A folder has all that is below it. */
function isWithin(length: number, end: number, { isFlat, isFolder, runs }: CodeownersPath): boolean {
  if (runs.length > 1 && runs.at(-1)?.length === 0) return end < length // `**` at the end is anything within
  if (isFlat) return end === length
  return isFolder ? end < length : end <= length
}
