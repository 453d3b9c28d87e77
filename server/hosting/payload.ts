/** A page's data is had at its own address with this behind it: the client router's convention. */
const suffix = '/index.pageContext.json'

export function isPayloadUrl(url: string): boolean {
  return pathOf(url).endsWith(suffix)
}

/** The page's own address, path and query, for a payload's address. */
export function pageUrlOf(payloadUrl: string): string {
  const path = pathOf(payloadUrl)
  return (path.slice(0, -suffix.length) || '/') + payloadUrl.slice(path.length)
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

interface RenderedPayload {
  data?: unknown
  abortStatusCode?: number | undefined
  is404?: boolean
  /** Vike's own payload. */
  body: unknown
}

export interface PayloadAnswer {
  status: number
  body: string
}

/** What the browser's `+data` reads: `renderer/fetch-page-data.ts`. Failures have true statuses and their digest. */
export function answerPayload(page: RenderedPayload, digest: string | undefined): PayloadAnswer {
  if (digest !== undefined) return answer(500, { error: { digest } })
  const target = redirectTarget(page.body)
  if (target !== undefined) return answer(200, { redirect: target })
  const status = page.abortStatusCode ?? (page.is404 ? 404 : 200)
  return status === 200 ? answer(200, { data: page.data }) : answer(status, { error: {} })
}

function answer(status: number, body: object): PayloadAnswer {
  return { status, body: JSON.stringify(body) }
}

/** Vike tells of a redirect only inside its own payload, by a name it does not promise: check on upgrade. */
function redirectTarget(vikePayload: unknown): string | undefined {
  if (typeof vikePayload !== 'string' || !vikePayload.includes('"_urlRedirect"')) return undefined
  const { _urlRedirect: redirect } = JSON.parse(vikePayload) as { _urlRedirect?: { url?: string } } // Vike's own JSON
  return redirect?.url
}
