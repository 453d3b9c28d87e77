import type { IssueDetail } from '#server/models/issues.ts'
import type { ReleaseCommit } from '#server/models/releases/commits.ts'
import type { SuspectCommit } from '#server/models/releases/suspect-commits.ts'
import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'
import type { Store } from '#server/store/engine/store.ts'
import { listCommitsOfFiles } from '#server/store/releases/commits.ts'
import { isSameFile, partsOfPath } from './same-file.ts'

/** Frames whose files are looked for, the failing one first. */
const MOST_FRAMES = 25
const MOST_SUSPECTS = 5

export interface SuspectCommits {
  /**
   * Lists the commits that changed a file of the event's stack trace, of the release in which the issue regressed or began:
   * those of the failing frame first, then those of its callers, each the newest first.
   */
  listSuspects(
    issue: Pick<IssueDetail, 'regressedIn' | 'introducedIn'>,
    event: { projectId: number; payload: NormalizedEvent },
  ): Promise<SuspectCommit[]>
}

export function createSuspectCommits({ db }: Store): SuspectCommits {
  return {
    async listSuspects({ regressedIn, introducedIn }, { projectId, payload }) {
      const frames = framesOf(payload)
      if (frames.length === 0) return []
      const names = [...new Set(frames.flatMap(({ paths }) => paths.flatMap((parts) => parts.at(-1) ?? [])))]
      for (const [release, by] of [
        [regressedIn, 'regressed'],
        [introducedIn, 'introduced'],
      ] as const) {
        if (release === null) continue
        const commits = await listCommitsOfFiles(db, { projectId, version: release.version }, names)
        const suspects = findSuspects(frames, commits).map((suspect) => ({ ...suspect, by }))
        if (suspects.length > 0) return suspects
      }
      return []
    },
  }
}

interface FrameFile {
  /** Where the file can be, as its parts. */
  paths: string[][]
  functionName: string | null
}

/** The files of the application's own frames, the failing one first, each once. */
function framesOf({ exception }: NormalizedEvent): FrameFile[] {
  const own = exception.values
    .toReversed()
    .flatMap(({ stacktrace }) => (stacktrace?.frames ?? []).filter((frame) => frame.in_app).toReversed())
  const seen = new Set<string>()
  return own
    .flatMap((frame) => {
      const paths = pathsOf(frame)
      const key = JSON.stringify(paths)
      if (paths.length === 0 || seen.has(key)) return []
      seen.add(key)
      return [{ paths, functionName: frame.function ?? null }]
    })
    .slice(0, MOST_FRAMES)
}

/** Java names a file without its folder, which is the package of the class. */
function pathsOf({ filename, abs_path: absolute, module }: NormalizedFrame): string[][] {
  const folder = module?.split('.').slice(0, -1) ?? []
  const isInPackage =
    filename !== undefined && /\.(?:java|kt|scala|groovy)$/.test(filename) && folder.length > 0
  const names = isInPackage ? [[...folder, filename].join('/')] : [filename, absolute]
  return names.flatMap((name) => {
    const parts = name === undefined ? [] : partsOfPath(name)
    return parts.length === 0 ? [] : [parts]
  })
}

function findSuspects(
  frames: readonly FrameFile[],
  commits: readonly ReleaseCommit[],
): Omit<SuspectCommit, 'by'>[] {
  const changed = new Map(
    commits.flatMap(({ files }) =>
      files.flatMap(([change, path]) => (change === 'D' ? [] : [[path, partsOfPath(path)] as const])),
    ),
  )
  const suspects = new Map<string, Omit<SuspectCommit, 'by'>>()
  for (const { paths, functionName } of frames) {
    const path = findFile(paths, changed)
    if (path === undefined) continue
    for (const commit of commits) {
      const hasChanged = commit.files.some(([change, file]) => file === path && change !== 'D')
      if (hasChanged && !suspects.has(commit.id)) suspects.set(commit.id, { commit, path, functionName })
    }
  }
  return [...suspects.values()].slice(0, MOST_SUSPECTS)
}

/** The changed file that a frame is of; undefined where none or several can be. */
function findFile(
  paths: readonly string[][],
  changed: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const found = new Set<string>()
  const lone = new Set<string>()
  for (const [path, file] of changed) {
    for (const frame of paths) {
      const answer = isSameFile(frame, file)
      if (answer === 'yes') found.add(path)
      if (answer === 'lone') lone.add(path)
    }
  }
  const [only, ...others] = found.size > 0 ? found : lone
  return others.length === 0 ? only : undefined
}
