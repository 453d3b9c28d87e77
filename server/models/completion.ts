/** What a search field offers before the colon. */
export interface OfferedKey {
  key: string
  /** A tag that events have, and no key of ours. */
  isTag: boolean
  /** How many values the rows of the list have; null where they are not counted. */
  valueCount: number | null
}

export interface OfferedKeys {
  keys: OfferedKey[]
  /** True when there may be more values than were counted. */
  isPart: boolean
}

/** What it offers after the colon: values with how many rows of the list have them. */
export interface OfferedValues {
  /** A count is null where it would take a search of its own. */
  values: { value: string; count: number | null }[]
  /** How many rows were looked at. */
  total: number
  /** True when the list has more rows than were looked at. */
  isPart: boolean
}

/** What is asked for after the colon. */
export interface Completed {
  key: string
  /** What values must contain; case does not matter. */
  part: string
}

/** A term that no issue of the desk meets, which is why a search finds nothing. */
export interface MissingValue {
  word: string
  /** Characters before it in the search. */
  at: number
  key: string
  /** Values of the key that issues have: those that may have been meant, or else those of the most issues. */
  values: string[]
  isNear: boolean
}
