import type { BundleRow } from '#server/store/sourcemaps/artifacts.ts'

/** A bundle that is complete: its chunks are all here, or it is a folder, or it was fetched. */
export interface AssembleJob {
  from: UploadedChunks | ReadySource
  projectIds: number[]
  checksum: string
  release: string | null
  dist: string | null
  /** The user agent that uploaded it. */
  tool: string | null
  /** Milliseconds since the epoch. */
  now: number
}

/** An upload whose chunks are joined in one file. */
export interface ReadyJob extends AssembleJob {
  from: ReadySource
}

type ReadySource = Archive | BuildFolder | HostedFiles

interface UploadedChunks {
  tokenId: number
  chunks: string[]
}

interface Archive {
  archive: string
}

/** A build on this machine, which is read where it is. */
export interface BuildFolder {
  path: string
  /** The prefix of the addresses of its files, for example `~/assets/`. */
  urlPrefix: string
}

/** A script and the map beside it, as they were fetched. */
export interface HostedFiles {
  script: { url: string; bytes: Uint8Array }
  map: {
    /** The name by which the script leads to it. */
    url: string
    bytes: Uint8Array
    /** Where it is. */
    fetchedFrom: string
  }
}

/** As the uploading tool is told. */
export type BundleState = 'assembling' | 'ok' | 'error'

const MOST_TOOL_CHARS = 200

/** The row of a bundle in one of its projects. */
export function bundleRow(
  { checksum, release, dist, tool, now }: AssembleJob,
  projectId: number,
  state: BundleState,
  detail: string | null,
): BundleRow {
  return {
    project_id: projectId,
    checksum,
    state,
    detail,
    release,
    dist,
    tool: tool?.slice(0, MOST_TOOL_CHARS).toWellFormed() ?? null,
    created_at: now,
  }
}
