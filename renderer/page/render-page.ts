import { PassThrough, type Readable } from 'node:stream'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { PageContextServer } from 'vike/types'
import type { Visit } from '#server/hosting/visit.ts'

/** A page's markup as a string, or as a stream where the page has `+stream`. */
type Rendered = { pageHtmlString: string } | { pageHtmlStream: Readable }

/** Milliseconds after which a late part of a page is given up. */
const streamTimeoutMs = 20_000

export async function renderPage(page: ReactElement, pageContext: PageContextServer): Promise<Rendered> {
  const { visit } = pageContext
  const isStream = pageContext.config.stream?.some(Boolean) ?? false
  if (!isStream || visit === undefined) return { pageHtmlString: renderToString(page) }
  return { pageHtmlStream: await renderToStream(page, visit) }
}

/**
 * Resolves when the shell is rendered. Errors before that are thrown. Later ones get their digest when
 * they happen: React writes it into the boundary's `data-dgst`, and Fastify ends the document with the
 * error screen.
 */
function renderToStream(page: ReactElement, visit: Visit): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const stream = new PassThrough()
    let stage: 'render' | 'stream' = 'render'
    let isGone = false
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce: visit.cspNonce,
      onShellReady() {
        stage = 'stream'
        resolve(pipe(stream))
      },
      onShellError: reject,
      onError: (thrown) => (isGone ? undefined : visit.recordFailure(thrown, stage).digest),
    })
    const timeout = setTimeout(() => {
      abort(new Error(`Cannot finish page: a part was not ready within ${streamTimeoutMs} ms`))
    }, streamTimeoutMs)
    stream.on('close', () => {
      clearTimeout(timeout)
      isGone = true // The visitor has left or has received everything. What React aborts now is no failure.
      abort()
    })
  })
}
