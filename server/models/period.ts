/** A span of time in milliseconds since the epoch; the end is not part of it. */
export interface Period {
  start: number
  end: number
}
