import type { PageContext } from 'vike/types'
import { digestOf } from '#renderer/errors/shown-digest.ts'
import { anyReader } from '#renderer/format/reader-time.ts'
import { browserNavigation } from '#renderer/navigation/browser-navigation.ts'
import { readPayload } from '#renderer/navigation/load-payload.ts'
import type { PageData } from './page-data.ts'
import { redirectTo } from './vike-internals.ts'

type Navigation = Pick<
  NonNullable<typeof browserNavigation>,
  'begin' | 'redirect' | 'isLeaving' | 'loadDocument' | 'markMissing' | 'revalidate'
>

/**
 * The browser's half of `+data`: returns the page's payload, from the cache or the server, or the failure
 * that the error page shows.
 */
export async function fetchPageData(
  pageContext: PageContext,
  navigation = browserNavigation as Navigation, // `+data` only runs this in browsers, which have a navigation.
): Promise<PageData> {
  if (pageContext.is404 || pageContext.errorWhileRendering) return dataOfErrorPage(pageContext)
  const { urlOriginal } = pageContext
  const load = navigation.begin(urlOriginal)
  load.isRouted = true
  const loaded = await load.loaded
  if (navigation.isLeaving()) return never()
  switch (loaded.kind) {
    case 'found': {
      const answer = readPayload(loaded.payload)
      if ('redirect' in answer) {
        navigation.redirect(answer.redirect)
        if (navigation.isLeaving()) return never() // It was redirected too often.
        throw redirectTo(answer.redirect)
      }
      if (load.state === 'stale') void navigation.revalidate(urlOriginal, answer.data, loaded.payload)
      return answer.data
    }
    case 'failed':
      throw serverFailure(loaded.digest)
    case 'missing':
    case 'unreadable':
      // Only the document says what became of a missing page, and the browser itself shows other answers
      // best.
      if (loaded.kind === 'missing') navigation.markMissing()
      navigation.loadDocument(urlOriginal)
      return never()
    case 'aborted':
      // A newer navigation has started, so Vike ignores this one.
      return { page: undefined, frame: emptyFrame() }
  }
}

function dataOfErrorPage(pageContext: PageContext): PageData {
  const frame = emptyFrame()
  if (pageContext.is404 || pageContext.abortStatusCode !== undefined) return { page: undefined, frame }
  const digest = digestOf(pageContext.errorWhileRendering)
  return { page: undefined, frame, failure: digest === undefined ? {} : { digest } }
}

/** A failure on the server while the browser navigated. The error screen shows its digest. */
function serverFailure(digest: string | undefined): Error {
  return Object.assign(new Error('Cannot load page: the server failed'), { name: 'ServerFailure', digest })
}

function emptyFrame(): PageData['frame'] {
  return { viewer: undefined, path: location.pathname, now: Date.now(), reader: anyReader }
}

/** The document is about to be left, so this never resolves. */
function never(): Promise<never> {
  return new Promise(() => {})
}
