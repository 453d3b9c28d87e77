/** A page that strangers may read. */
export interface ListedStatusPage {
  id: number
  /** The last part of its address. */
  slug: string
  title: string
  isEnabled: boolean
  /** How many checks and monitors it shows. */
  itemCount: number
}

export interface StatusPageDetail extends Omit<ListedStatusPage, 'itemCount'> {
  /** Plain text; empty for none. */
  announcement: string
  timezone: string
  /** Whether search engines may list it. */
  isIndexed: boolean
  version: number
  items: StatusPageItem[]
}

export interface StatusPageItem {
  /** `check:3` or `monitor:4`. */
  key: string
  /** What strangers read. */
  name: string
}

/** What a page can show. */
export interface StatusPageChoice {
  key: string
  name: string
  project: string
}

/** A page as its form has it: all of it is text that somebody typed or chose. */
export interface GivenStatusPage {
  slug: string
  title: string
  announcement: string
  timezone: string
  isIndexed: boolean
  items: readonly StatusPageItem[]
}
