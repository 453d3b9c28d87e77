import type { HostedPage } from './loaded-page.ts'

/** A page's data is at its own address with this suffix: the client router's convention. */
const suffix = '/index.pageContext.json'

export function isPayloadUrl(url: string): boolean {
  return pathOf(url).endsWith(suffix)
}

/** Returns the page's own address, path and query, for a payload's address. */
export function pageUrlOf(payloadUrl: string): string {
  const path = pathOf(payloadUrl)
  return (path.slice(0, -suffix.length) || '/') + payloadUrl.slice(path.length)
}

/** Returns the payload's address for a page's own. */
export function payloadUrlOf(pageUrl: string): string {
  const path = pathOf(pageUrl)
  return (path === '/' ? '' : path) + suffix + pageUrl.slice(path.length)
}

/** Returns an address without its query. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/** The refusal for a form that is posted to a page without an action. */
export const noActionSentence = 'Cannot accept the form: this page has no action'

export interface DataAnswer {
  statusCode: number
  body: object
}

/** The JSON for a browser that navigates, or that posted by a script: see `renderer/page/payload.ts`. */
export function toDataAnswer(loaded: HostedPage): DataAnswer {
  switch (loaded.kind) {
    case 'loaded':
      return { statusCode: loaded.isRefused ? 422 : 200, body: loaded.payload() }
    case 'redirect': {
      const { to, changed, flash } = loaded
      return {
        statusCode: 200,
        body: { redirect: to, ...(changed && { changed }), ...(flash && { action: flash }) },
      }
    }
    case 'signed-out':
      return { statusCode: 401, body: { redirect: loaded.signIn } }
    case 'no-action':
      return { statusCode: 405, body: { detail: noActionSentence } }
    case 'aborted':
      return {
        statusCode: loaded.statusCode ?? 500,
        body: { error: {}, ...(loaded.says !== undefined && { detail: loaded.says }) },
      }
    case 'failed':
      return { statusCode: 500, body: { error: { digest: loaded.failure.digest } } }
  }
}

interface VikePayload {
  abortStatusCode: number | undefined
  is404: boolean
  /** Vike's own payload. */
  body: unknown
}

/** The result of a payload that ended before its page was loaded: in Vike's routing, with Vike's own redirects. */
export function toLoadedPage({ body, abortStatusCode, is404 }: VikePayload): HostedPage {
  const to = redirectTarget(body)
  if (to !== undefined) return { kind: 'redirect', to, statusCode: 302 }
  return { kind: 'aborted', statusCode: abortStatusCode ?? (is404 ? 404 : undefined), thrown: undefined }
}

/** Vike reports a redirect only inside its own payload, under an undocumented name: check it on upgrade. */
function redirectTarget(vikePayload: unknown): string | undefined {
  if (typeof vikePayload !== 'string' || !vikePayload.includes('"_urlRedirect"')) return undefined
  const { _urlRedirect: redirect } = JSON.parse(vikePayload) as { _urlRedirect?: { url?: string } } // The text is Vike's own JSON.
  return redirect?.url
}
