/** What a source map made of a frame, or why none did. */
export type FrameMapping = MappedFrame | UnmappedFrame

interface MappedFrame {
  isMapped: true
  /** What led to the map. */
  by: 'debug id' | 'release and URL'
  /** The frame as the SDK sent it. */
  sent: SentPlace
}

export interface SentPlace {
  function: string | null
  file: string
  line: number
  column: number | null
}

interface UnmappedFrame {
  isMapped: false
  reason: UnmappedReason
  /** What the event or the upload says, for the sentence: an id, a release, an address. */
  found: string | null
  /** What would have matched. */
  expected: string | null
}

/**
 * Why a frame of a script has no source: one of these for each frame. Each has its own sentence and remedy
 * (renderer/texts/issues/source-maps.ts).
 */
export type UnmappedReason =
  | 'nothing_uploaded'
  | 'no_column'
  | 'no_debug_id'
  | 'map_not_uploaded'
  | 'uploaded_to_other_project'
  | 'map_missing'
  | 'other_release'
  | 'wrong_dist'
  | 'url_differs'
  | 'unusable_map'
  | 'position_out_of_range'
