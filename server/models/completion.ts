/** What a search field offers before the colon. */
export interface OfferedKey {
  key: string
  /** A tag that events have, and no key of ours. */
  isTag: boolean
  /** How many values the issues of the list have; null where they are not counted. */
  valueCount: number | null
}

export interface OfferedKeys {
  keys: OfferedKey[]
  /** True when there may be more values than were counted. */
  isPart: boolean
}

/** What it offers after the colon: values with how many issues of the list have them. */
export interface OfferedValues {
  values: { value: string; issueCount: number }[]
  /** How many issues were looked at. */
  issueCount: number
  /** True when the list has more issues than were looked at. */
  isPart: boolean
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
