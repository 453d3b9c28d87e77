import { redirect } from 'vike/abort'
import type { PageContext } from 'vike/types'
import { browserNavigation } from './navigation/browser-navigation.ts'
import { readPayload } from './navigation/load-payload.ts'
import type { PageData } from './page-data.ts'
import { anyReader } from './reader-time.ts'

type Navigation = Pick<
  NonNullable<typeof browserNavigation>,
  'begin' | 'redirect' | 'isLeaving' | 'loadDocument' | 'revalidate'
>

/** A failure that happened on the server while the browser navigated: the screen shows its digest. */
class ServerFailure extends Error {
  readonly digest: string | undefined

  constructor(digest: string | undefined) {
    super(`Cannot load page: the server failed${digest === undefined ? '' : ` (digest ${digest})`}`)
    this.name = 'ServerFailure'
    this.digest = digest
  }
}

/** The browser's half of `+data`: what is kept or comes of the page's payload, or the failure that the error page shows. */
export async function fetchPageData(
  pageContext: PageContext,
  navigation: Navigation | undefined = browserNavigation,
): Promise<PageData> {
  if (pageContext.is404 || pageContext.errorWhileRendering) return dataOfErrorPage(pageContext)
  if (navigation === undefined) throw new Error('Cannot load page: only a browser fetches page data')
  const { urlOriginal } = pageContext
  const { state, loaded: loading } = navigation.begin(urlOriginal)
  const loaded = await loading
  if (navigation.isLeaving()) return never()
  switch (loaded.kind) {
    case 'found': {
      const answer = readPayload(loaded.payload)
      if ('redirect' in answer) {
        navigation.redirect(answer.redirect)
        throw redirect(answer.redirect as `/${string}`)
      }
      if (state === 'stale') void navigation.revalidate(urlOriginal, answer.data, loaded.payload)
      return answer.data
    }
    case 'failed':
      throw new ServerFailure(loaded.digest)
    case 'missing': // what may have become of it only the document says
    case 'unreadable':
      // The browser itself knows best what to show.
      navigation.loadDocument(urlOriginal)
      return never()
    case 'aborted':
      // A newer navigation took its place: Vike looks away.
      return { page: undefined, frame: emptyFrame() }
  }
}

function dataOfErrorPage(pageContext: PageContext): PageData {
  const frame = emptyFrame()
  if (pageContext.is404 || pageContext.abortStatusCode !== undefined) return { page: undefined, frame }
  const thrown = pageContext.errorWhileRendering
  const digest = thrown instanceof ServerFailure ? thrown.digest : undefined
  return { page: undefined, frame, failure: digest === undefined ? {} : { digest } }
}

function emptyFrame(): PageData['frame'] {
  return { viewer: undefined, path: location.pathname, now: Date.now(), reader: anyReader }
}

/** The document is about to go. */
function never(): Promise<never> {
  return new Promise(() => {})
}
