/** One page of a list. */
export interface Listing<T> {
  items: T[]
  /** It asks for the next page; null on the last one. */
  nextCursor: string | null
}

/** One page of a list that can also be read backwards. */
export interface TwoWayListing<T> extends Listing<T> {
  /** It asks for the page before; null on the first one. */
  previousCursor: string | null
}
