import type { CachedMarkup } from '#renderer/shell/cached-markup.ts'
import type { Visit } from '#server/hosting/visit.ts'
import type { Action } from './action.ts'
import type { LoadPage } from './load-page.ts'
import type { Loader } from './loader.ts'
import type { PageData } from './page-data.ts'

declare global {
  namespace Vike {
    interface PageContext {
      /** What Fastify hands to the render: on the server only. */
      visit?: Visit
      data?: PageData
      /** Rows that the server has rendered before: on the server only. */
      cachedMarkup?: CachedMarkup
    }
    interface Config {
      /** Reads what the page shows; runs on the server. */
      loader?: Loader
      /** Handles a form posted to the page; runs on the server. */
      action?: Action
      /** `public` pages are shown without signing in. */
      access?: 'public'
      /** Runs a page's access, action and loader: set once, for all pages, in `renderer/`. */
      loadPage?: LoadPage
    }
  }
}
