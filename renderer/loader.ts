import type { Desk } from '../server/desk.ts'

/** What a page's `+loader.ts` gets. Loaders run on the server, and only read. */
export interface LoaderContext {
  /** The store as this viewer may see it. Signed-out pages have none. */
  desk: Desk
  viewer: Viewer | undefined
  routeParams: Record<string, string>
  /** The page's own address: origin, path and query. */
  url: URL
  /** By the server's clock, milliseconds since the epoch: pages take "now" from here. */
  now: number
}

export interface Viewer {
  id: number
  email: string
  role: string
}

/** The frame around every page: what side bar and top bar show. */
export interface Frame {
  viewer: Viewer | undefined
  projects: { slug: string; name: string; openIssueCount: number }[]
  path: string
  now: number
}

export type Loader = (context: LoaderContext) => unknown
