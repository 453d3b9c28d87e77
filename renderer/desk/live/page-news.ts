import type { SetTimer } from '../../../telemetry/idle-span.ts'
import type { PageUpdates } from '../../navigation/page-updates.ts'
import type { PageData } from '../../page-data.ts'
import * as say from '../../texts/live.ts'
import { compareLists } from './list-changes.ts'
import { createNotice, type Notice } from './notice.ts'
import { moveOpenCounts } from './open-counts.ts'
import type { LiveNews } from './read-news.ts'

interface PageNewsOptions {
  document: Document
  /** The page that is shown, with the data that it was rendered with. */
  shown: () => { url: string; data: PageData } | undefined
  updates: Pick<PageUpdates<PageData>, 'newest' | 'replace'>
  /** Asks for a page's data as it is now; undefined where it cannot be had. */
  reload: (url: string) => Promise<PageData | undefined>
  setTimer: SetTimer
  clock: () => number
}

export interface PageNews {
  heard(news: LiveNews): void
  /** Something was missed: nobody knows what. */
  missed(): void
}

type ListedRow = { id: number; eventCount: number }

/** A list is asked for no more often, however much comes. */
const LIST_EVERY_MS = 5_000
const FIRST_LOOK_MS = 300

/**
 * Takes what the server tells into the page that is shown. A page says what it wants to hear of by an empty
 * `<div role="status">`: with `data-live-issue="<id>"` of one issue's events, with `data-live-list` of its list, which is
 * `issues` in its data. The frame's counts move on every page.
 */
export function createPageNews(options: PageNewsOptions): PageNews {
  const { document, shown, updates, reload, setTimer, clock } = options
  /** What is known of the page that is shown: another page has another. */
  let known: { data: PageData; count: number; list: readonly ListedRow[] | undefined } | undefined
  let notice: { host: Element; notice: Notice } | undefined
  let isLooking = false
  let looksAgain: (() => void) | undefined
  let lookedAt = Number.NEGATIVE_INFINITY

  function page() {
    const now = shown()
    if (now === undefined) return undefined
    if (known?.data !== now.data) known = { data: now.data, count: 0, list: undefined }
    return { ...now, known, newest: updates.newest(now.data) }
  }

  function noticeIn(host: HTMLElement): Notice {
    if (notice?.host !== host) notice = { host, notice: createNotice(host) }
    return notice.notice
  }

  function showIssueNews(host: HTMLElement, count: number | undefined): void {
    const at = page()
    if (at === undefined || count === 0) return
    at.known.count += count ?? 0
    const isCounted = count !== undefined
    noticeIn(host).show(say.newEvents(isCounted ? at.known.count : undefined), async () => {
      const data = await reload(at.url)
      if (data && shown()?.data === at.data) updates.replace(at.data, data)
      at.known.count = 0
    })
  }

  function scheduleLook(): void {
    if (looksAgain || isLooking) return
    const wait = Math.max(FIRST_LOOK_MS, lookedAt + LIST_EVERY_MS - clock())
    looksAgain = setTimer(() => {
      looksAgain = undefined
      void look()
    }, wait)
  }

  async function look(): Promise<void> {
    const at = page()
    if (at === undefined || listHost() === null) return
    isLooking = true
    lookedAt = clock()
    const data = await reload(at.url)
    isLooking = false
    const host = listHost()
    if (data && host && shown()?.data === at.data) showListNews(host, at.url, at.data, data)
  }

  function showListNews(host: HTMLElement, url: string, rendered: PageData, data: PageData): void {
    const at = page()
    const newest = updates.newest(rendered)
    const shownRows = issuesOf(newest)
    const rows = issuesOf(data)
    if (at === undefined || shownRows === undefined || rows === undefined) return
    at.known.list ??= shownRows
    // against what was read first: rows move their counts, and are news all the same until they are taken in
    const { isOther } = compareLists(shownRows, rows)
    const { added, updated } = compareLists(at.known.list, rows)
    const kept = compareLists(shownRows, rows).rows
    updates.replace(rendered, { ...newest, frame: data.frame, page: { ...pageOf(newest), issues: kept } })
    const shownNotice = noticeIn(host)
    if (!isOther) {
      shownNotice.hide()
      return
    }
    shownNotice.show(say.showChanged({ added, updated }), async () => {
      const latest = (await reload(url)) ?? data
      if (shown()?.data !== rendered) return
      keepPlace(document, () => updates.replace(rendered, latest))
      if (known?.data === rendered) known.list = issuesOf(latest)
    })
  }

  const listHost = () => document.querySelector<HTMLElement>('[data-live-list]')
  const issueHost = () => document.querySelector<HTMLElement>('[data-live-issue]')

  return {
    heard(news) {
      moveOpenCounts(document, news)
      const host = issueHost()
      if (host) {
        const issue = news.issues.find(({ id }) => String(id) === host.dataset.liveIssue)
        showIssueNews(host, issue?.eventCount ?? 0)
      }
      if (listHost()) scheduleLook()
    },
    missed() {
      const host = issueHost()
      if (host) showIssueNews(host, undefined)
      if (listHost()) scheduleLook()
    },
  }
}

function pageOf({ page }: PageData): object {
  return typeof page === 'object' && page !== null ? page : {}
}

function issuesOf(data: PageData): ListedRow[] | undefined {
  const { issues } = pageOf(data) as { issues?: unknown } // any page's data
  return Array.isArray(issues) ? issues : undefined
}

/**
 * What the reader looks at stays where it is on the screen, whatever comes above it; at the top they see what comes.
 * Some browsers keep it themselves: then nothing is left to do.
 */
function keepPlace(document: Document, change: () => void): void {
  const view = document.defaultView
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const first =
    view && view.scrollY > 0 ? rows.find((row) => row.getBoundingClientRect().top >= 0) : undefined
  const before = first?.getBoundingClientRect().top ?? 0
  change()
  if (!view || !first) return
  view.requestAnimationFrame(() => {
    if (first.isConnected) view.scrollBy(0, first.getBoundingClientRect().top - before)
  })
}
