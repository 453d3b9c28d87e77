import { type FilterParams, newsPath } from '#renderer/paths.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'
import favicon from './favicon-news.svg?url&no-inline'

interface TabNewsOptions {
  document: Document
  request: typeof fetch
  setTimer: SetTimer
}

/** A hidden tab has no stream of updates: it asks this often. */
const EVERY_MS = 60_000
/** A tab that nobody has looked at for a day stops asking. */
const MOST_ASKED = 24 * 60

/** Counts in the title, and marks in the icon, what became new since the tab was left. Both end when it is seen again. */
export function watchTabNews({ document, request, setTimer }: TabNewsOptions): void {
  let stop = () => {}
  const settle = () => {
    stop()
    stop = document.visibilityState === 'hidden' ? startAsking() : () => {}
  }

  function startAsking(): () => void {
    const { title } = document
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    const { href = '' } = icon ?? {}
    const scope = scopeOf(document.location)
    let since: number | undefined
    let isEnded = false
    let cancel = () => {}
    const ask = async (asked: number) => {
      const news = await readNews(request, newsPath(since, scope))
      if (isEnded || asked > MOST_ASKED) return
      since ??= news?.now
      if (news && news.newIssueCount > 0) {
        document.title = `(${news.newIssueCount > 99 ? '99+' : news.newIssueCount}) ${title}`
        if (icon) icon.href = favicon
      }
      cancel = setTimer(() => void ask(asked + 1), EVERY_MS)
    }
    void ask(1)
    return () => {
      isEnded = true
      cancel()
      document.title = title
      if (icon) icon.href = href
    }
  }

  document.addEventListener('visibilitychange', settle)
  settle()
}

/** The project and the environment that a page shows. */
function scopeOf({ pathname, search }: Location): FilterParams {
  const asked = new URLSearchParams(search)
  const [, slug] = /^\/projects\/([^/]+)/.exec(pathname) ?? []
  const project = slug === undefined ? asked.get('project') : decodeURIComponent(slug)
  return { project: project ?? undefined, environment: asked.get('environment') ?? undefined }
}

interface News {
  newIssueCount: number
  /** Milliseconds since the epoch, by the server's clock. */
  now: number
}

/** Undefined where the server cannot be reached, or nobody is signed in any more. */
async function readNews(request: typeof fetch, path: string): Promise<News | undefined> {
  try {
    const answer = await request(path)
    // The route of this application answers so.
    return answer.ok ? ((await answer.json()) as News) : undefined
  } catch {
    return undefined
  }
}
