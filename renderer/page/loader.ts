import type { Reader } from '#renderer/format/reader-time.ts'
import type { PageScope } from '#renderer/scope.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { Preferences } from '#server/hosting/preferences.ts'

/** What a page's `+loader.ts` gets. Loaders run on the server, and only read. */
export interface LoaderContext {
  /** The store as this viewer may see it. Signed-out pages have none. */
  desk: Desk
  viewer: Viewer | undefined
  preferences: Preferences
  routeParams: Record<string, string>
  /** The page's own address: origin, path and query. */
  url: URL
  /** What the address says of project, environment and time; without a time the page's own period (renderer/layout/pages.ts). */
  scope: PageScope
  /** Why another time is shown than the address asks for. */
  scopeRefusal: string | null
  /** By the server's clock, milliseconds since the epoch: pages take "now" from here. */
  now: number
}

export interface Viewer {
  id: number
  email: string
  role: string
}

/** What every page knows beside its own data. */
export interface Frame {
  viewer: Viewer | undefined
  path: string
  now: number
  reader: Reader
  /** What stands around the page. Not in a document's data: there it stands in the document. */
  html?: FrameHtml
}

/** Side bar, top bar and tabs, as React has rendered them on the server. */
export interface FrameHtml {
  side: string
  top: string
  tabs: string
}

export type Loader = (context: LoaderContext) => unknown
