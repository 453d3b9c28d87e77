import type { Reader } from '#renderer/format/reader-time.ts'
import type { PageScope } from '#renderer/scope.ts'
import type { RequestAccounts } from '#server/accounts/own/request-accounts.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { Preferences } from '#server/hosting/preferences.ts'
import type { Role } from '#server/models/accounts/roles.ts'

/** The argument of a page's `+loader.ts`. Loaders run on the server and only read. */
export interface LoaderContext {
  /** The store as this viewer may see it. Pages without sign-in have none. */
  desk: Desk
  viewer: Viewer | undefined
  /** Accounts, as this request may use them; a loader only reads. */
  accounts: RequestAccounts
  preferences: Preferences
  routeParams: Record<string, string>
  /** The page's address with origin, path and query. */
  url: URL
  /**
   * The project, environment and period of the address. Without a period it is the page's default
   * (renderer/layout/pages.ts).
   */
  scope: PageScope
  /** Says why the page shows another period than the address asks for. */
  scopeRefusal: string | null
  /** Milliseconds since the epoch, by the server's clock. Pages use this as the current time. */
  now: number
}

export interface Viewer {
  id: number
  email: string
  role: Role
  /** It has to set up a second factor before it may do anything else. */
  needsFactor?: true
}

/** Data that every page has in addition to its own. */
export interface Frame {
  viewer: Viewer | undefined
  path: string
  now: number
  reader: Reader
  /** The HTML around the page. A document's data lacks it, since the document itself contains it. */
  html?: FrameHtml
}

/** The side bar, the top bar and the tabs as HTML that React rendered on the server. */
export interface FrameHtml {
  side: string
  top: string
  tabs: string
}

export type Loader = (context: LoaderContext) => unknown
