import type { Generated } from 'kysely'

/** Source maps, and what was uploaded with them. */
export interface SourceMapTables {
  source_map: SourceMapTable
  source_map_block: SourceMapBlockTable
  source_map_source: SourceMapSourceTable
  source_text: SourceTextTable
  artifact: ArtifactTable
  artifact_bundle: ArtifactBundleTable
  upload_chunk: UploadChunkTable
  waiting_stack: WaitingStackTable
  merge_suggestion: MergeSuggestionTable
  hosted_origin: HostedOriginTable
  hosted_fetch: HostedFetchTable
}

/** A map that is compiled, together with the names of the functions of its script. */
interface SourceMapTable {
  id: Generated<number>
  /** The SHA-256 of the map and its script. */
  hash: string
  /** What its blocks take, and the texts that came with it first. */
  size_bytes: number
  created_at: number
}

interface SourceMapBlockTable {
  map_id: number
  /** `mapping` or `function`. */
  kind: string
  /** The generated position at which it begins, from zero. */
  line: number
  col: number
  /** Compressed: sourcemaps/map-blocks.ts. */
  data: Uint8Array
}

interface SourceMapSourceTable {
  map_id: number
  source_index: number
  path: string
  /** Null if the map does not contain the text. */
  text_id: number | null
}

interface SourceTextTable {
  id: Generated<number>
  /** The SHA-256 of the text. */
  hash: string
  data: Uint8Array
}

/** A file of a bundle: a script, or a source map. */
interface ArtifactTable {
  id: Generated<number>
  project_id: number
  /** The bundle's. */
  checksum: string
  /** `script` or `map`. */
  kind: string
  /** As the uploading tool named it: `~/assets/app.js`. */
  url: string
  /** The end of it: `app.js`. */
  file_name: string
  debug_id: string | null
  release: string | null
  dist: string | null
  /** Of a map that could be compiled. */
  map_id: number | null
  /** Where a script says that its map is. */
  map_url: string | null
  /** Why a map cannot be used. */
  refusal: string | null
  created_at: number
  used_at: number
}

interface ArtifactBundleTable {
  project_id: number
  /** The SHA-1 of the whole upload, by which clients ask whether it is known. */
  checksum: string
  /** `assembling`, `ok` or `error`, as clients are told. */
  state: string
  detail: string | null
  release: string | null
  dist: string | null
  /** The user agent that uploaded it. */
  tool: string | null
  created_at: number
}

/** A piece of an upload that is not yet put together. A token sees only its own. */
interface UploadChunkTable {
  token_id: number
  /** The SHA-1 of its bytes, by which clients name it. */
  hash: string
  /** The SHA-256 of its bytes, under which they are stored. */
  sha256: string
  size_bytes: number
  created_at: number
}

/** Events of a grouping key whose stacks were processed without the source maps of a build. */
interface WaitingStackTable {
  project_id: number
  /** A debug id, or a release with its dist: processing/source-maps/builds.ts. */
  build: string
  /** `issue_grouping.id`: it leads to the issue, also after a merge or a split. */
  grouping_id: number
  /** `event.id` of the first such event; it may be deleted by now. */
  event_row_id: number
  /**
   * `waiting` for a map; `looked` if its scripts were also looked up at the project's origins; `due` once there is a map;
   * `mapped` when its issue was mapped, `partly` if other frames of the event still wait for theirs.
   */
  state: string
  created_at: number
}

/** An origin from which source maps of a project may be fetched beside the scripts. */
interface HostedOriginTable {
  project_id: number
  /** `https://shop.example`. */
  origin: string
  created_at: number
}

/** A script at such an origin, for which an event had no source map. */
interface HostedFetchTable {
  id: Generated<number>
  project_id: number
  origin: string
  /** The script's address, as the event said it. */
  url: string
  /** Of the event: processing/source-maps/builds.ts. */
  build: string
  release: string | null
  dist: string | null
  created_at: number
  /** How often it failed in succession. */
  failures: number
  tried_at: number | null
  /** Null if it is not fetched again. */
  next_at: number | null
  /** Why it cannot be used: the end of a sentence. */
  refusal: string | null
}

/** Two issues of one source, that the desk does not merge by itself: somebody has done something with each. */
interface MergeSuggestionTable {
  project_id: number
  /** The lower id of both. */
  low_issue_id: number
  high_issue_id: number
  created_at: number
}
