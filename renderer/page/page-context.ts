import type { CachedMarkup } from '#renderer/shell/cached-markup.ts'
import type { Visit } from '#server/hosting/visit.ts'
import type { Action } from './action.ts'
import type { LoadPage } from './load-page.ts'
import type { Loader } from './loader.ts'
import type { PageData } from './page-data.ts'

declare global {
  namespace Vike {
    interface PageContext {
      /** Fastify passes this to the rendering, on the server only. */
      visit?: Visit
      data?: PageData
      /** Rows that the server has rendered before, on the server only. */
      cachedMarkup?: CachedMarkup
    }
    interface Config {
      /** Loads the page's data on the server. */
      loader?: Loader
      /** Handles a form that was posted to the page, on the server. */
      action?: Action
      /** `public` pages can be seen without signing in. */
      access?: 'public'
      /** Runs a page's access check, action and loader. It is set once for all pages, in `renderer/`. */
      loadPage?: LoadPage
    }
  }
}
