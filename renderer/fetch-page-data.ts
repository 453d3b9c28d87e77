import { redirect, render } from 'vike/abort'
import type { PageContext } from 'vike/types'
import type { PageData } from './page-data.ts'
import { payloadPath } from './paths.ts'
import { type Payload, withNow } from './payload.ts'

/** A failure that happened on the server while the browser navigated: the screen shows its digest. */
class ServerFailure extends Error {
  readonly digest: string | undefined

  constructor(digest: string | undefined) {
    super(`Cannot load page: the server failed${digest === undefined ? '' : ` (digest ${digest})`}`)
    this.name = 'ServerFailure'
    this.digest = digest
  }
}

/** The browser's half of `+data`: the page's payload, or the failure that the error page shows. */
export async function fetchPageData(pageContext: PageContext): Promise<PageData> {
  if (pageContext.is404 || pageContext.errorWhileRendering) return dataOfErrorPage(pageContext)
  const response = await fetch(payloadPath(pageContext.urlOriginal), {
    headers: { accept: 'application/json' },
  }).catch(() => undefined)
  const payload = await response?.json().catch(() => undefined)
  if (response === undefined || !isPayload(payload)) return loadWholePage(pageContext.urlOriginal)
  if ('redirect' in payload) throw redirect(payload.redirect as `/${string}`)
  if ('error' in payload) {
    throw response.status < 500 ? render(404) : new ServerFailure(payload.error.digest)
  }
  return withNow(payload.data, response.headers.get('date'))
}

function dataOfErrorPage(pageContext: PageContext): PageData {
  const frame = { viewer: undefined, projects: [], path: location.pathname, now: Date.now() }
  if (pageContext.is404 || pageContext.abortStatusCode !== undefined) return { page: undefined, frame }
  const thrown = pageContext.errorWhileRendering
  const digest = thrown instanceof ServerFailure ? thrown.digest : undefined
  return { page: undefined, frame, failure: digest === undefined ? {} : { digest } }
}

/** Offline, a proxy's page, a server of another version: the browser itself knows best what to show. */
function loadWholePage(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}

function isPayload(value: unknown): value is Payload {
  return (
    typeof value === 'object' &&
    value !== null &&
    ('data' in value || 'redirect' in value || 'error' in value)
  )
}
