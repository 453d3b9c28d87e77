/** What a source map made of a frame, or why none did. */
export type FrameMapping = MappedFrame | UnmappedFrame

interface MappedFrame {
  isMapped: true
  /** What led to the map; by a file name it may be that of another script. */
  by: 'debug id' | 'release and URL' | 'file name'
  /** The frame as the SDK sent it. */
  sent: SentPlace
  /** Why the frame has no code, for whoever reads the event. */
  explanation?: Explanation
}

export interface SentPlace {
  function: string | null
  file: string
  line: number
  column: number | null
  in_app: boolean
  /** The script's own lines, where the SDK sent them. */
  code?: SourceLines
}

/** A line of code with those around it. */
export interface SourceLines {
  pre_context?: string[]
  context_line?: string
  post_context?: string[]
}

interface UnmappedFrame {
  isMapped: false
  reason: UnmappedReason
  /** What the event or the upload says, for the sentence: an id, a release, an address. */
  found: string | null
  /** What would have matched. */
  expected: string | null
  /** The reason in words, for whoever reads the event. */
  explanation?: Explanation
}

/** A reason in words. */
export interface Explanation {
  /** What was found, and what was expected. */
  problem: string
  remedy: string
  /** The command that repairs it, if there is one. */
  command: string | null
}

/**
 * Why a frame of a script has no source: one of these for each frame. Each has its own sentence and remedy
 * (server/processing/source-maps/explain-unmapped.ts).
 */
export type UnmappedReason =
  | 'nothing_uploaded'
  | 'no_column'
  | 'no_debug_id'
  | 'sdk_too_old'
  | 'map_not_uploaded'
  | 'other_build'
  | 'id_not_in_script'
  | 'uploaded_to_other_project'
  | 'map_missing'
  | 'map_without_mappings'
  | 'other_release'
  | 'wrong_dist'
  | 'url_differs'
  | 'unusable_map'
  | 'not_fetched'
  | 'position_out_of_range'
