import type { RenderedPage, RenderPage } from '#server/hosting/vike.ts'
import type { RenderSlots, Visit } from '#server/hosting/visit.ts'
import { stringify } from '#tests/support/sites/vike-strings.ts'

/** What of a document differs between visitors. */
interface DocumentParts {
  title: string
  headEnd: string
  body: string
  nonce: string
  /** What its script holds. */
  json: string
}

export interface FakeVike {
  render: RenderPage
  /** The addresses that it was asked for, the shells' own aside. */
  asked: string[]
}

/**
 * In Vike's place, for what it makes of a page `/items/@name`: a document of what the renderer gives, or of what is
 * loaded. `change` is what an upgrade does to all of its answers.
 */
export function aShellVike(
  renderSlots: RenderSlots,
  change: (page: RenderedPage, visit: Visit) => RenderedPage = (page) => page,
): FakeVike {
  const asked: string[] = []
  return {
    asked,
    async render(url, visit) {
      const routeParams = { name: url.split(/[/?]/)[2] ?? '' }
      const { shell } = visit
      if (shell === undefined) asked.push(url)
      else shell.take(renderSlots)
      if (visit.loaded?.kind === 'failed') return page(500, `failed ${visit.loaded.failure.digest}`)
      const slots = shell?.tokens ?? (await renderSlots({ url, routeParams, visit })) ?? noSlots
      const data = visit.loaded?.kind === 'loaded' ? visit.loaded.data : undefined
      const json = stringify({ routeParams, data }, { forbidReactElements: true })
      const { title, headEnd } = slots
      const body = typeof slots.body === 'string' ? slots.body : slots.body.join('')
      return change(page(200, documentOf({ title, headEnd, body, nonce: visit.cspNonce, json })), visit)
    },
  }
}

const noSlots = { title: 'by Vike', headEnd: '', body: ['by Vike'] }

function page(statusCode: number, body: string): RenderedPage {
  const headers: [string, string][] = [['content-type', 'text/html']]
  return { statusCode, body, headers, is404: false, abortStatusCode: undefined, errorOfErrorPage: undefined }
}

export function documentOf({ title, headEnd, body, nonce, json }: DocumentParts): string {
  const head = `<title>${title}</title><meta property="og:title" content="${title}" />${headEnd}`
  const script = `<script type="application/json" nonce="${nonce}">${json}</script>`
  return `<head>${head}</head><body><div id="root">${body}</div>${script}</body>`
}
