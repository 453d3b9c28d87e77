import type { PageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/frame/live.ts'
import { keepPlace } from './keep-place.ts'
import { compareLists } from './list-changes.ts'
import { pageOf } from './page-parts.ts'
import type { UpdateChange } from './parse-update.ts'
import type { UpdateTools } from './update-tools.ts'

type ListedRow = { id: number; eventCount: number }

/** The least time between two requests for a list. */
const LIST_EVERY_MS = 5_000
const FIRST_LOOK_MS = 300
const MOST_CHANGES = 20

/**
 * Only the server's search knows which events concern a list, so the list is requested again. Counts in
 * its rows change at once. New rows and a new order wait for a click.
 */
export function watchListUpdates(tools: UpdateTools) {
  const { document, shown, updates, reload, noticeIn, setTimer, clock } = tools
  /** The list that the page has last taken over. */
  let taken: { data: PageData; rows: readonly ListedRow[] } | undefined
  /** The changes since then. */
  let changes: { data: PageData | undefined; all: UpdateChange[] } = { data: undefined, all: [] }
  let isChecking = false
  let isStale = false
  let isScheduled = false
  let lookedAt = Number.NEGATIVE_INFINITY

  function onUpdate(more: readonly UpdateChange[]): void {
    if (findHost() === null) return
    const data = shown()?.data
    const earlier = changes.data === data ? changes.all : []
    changes = { data, all: [...earlier, ...more].slice(-MOST_CHANGES) }
    checkSoon()
  }

  function checkSoon(): void {
    isStale = true
    if (isScheduled || isChecking) return
    isScheduled = true
    setTimer(
      () => {
        isScheduled = false
        void check()
      },
      Math.max(FIRST_LOOK_MS, lookedAt + LIST_EVERY_MS - clock()),
    )
  }

  async function check(): Promise<void> {
    const at = shown()
    if (at === undefined) return
    const { url, data: rendered } = at
    const before = updates.newest(rendered)
    isChecking = true
    isStale = false
    lookedAt = clock()
    const data = await reload(url)
    isChecking = false
    const host = findHost()
    if (shown()?.data !== rendered || host === null) return
    // The result of a form arrived meanwhile, and may be newer.
    if (updates.newest(rendered) !== before) isStale = true
    else if (data) show(host, at, data)
    if (isStale) checkSoon()
  }

  function show(
    host: HTMLElement,
    { url, data: rendered }: { url: string; data: PageData },
    data: PageData,
  ): void {
    const newest = updates.newest(rendered)
    const rows = rowsOf(newest)
    const rowsNow = rowsOf(data)
    if (rows === undefined || rowsNow === undefined) return
    if (taken?.data !== rendered) taken = { data: rendered, rows }
    const { isOther, rows: moved } = compareLists(rows, rowsNow)
    const { tabs } = pageOf(data)
    const page = { ...pageOf(newest), ...(tabs !== undefined && { tabs }), issues: moved }
    updates.replace(rendered, { ...newest, frame: data.frame, page })
    const notice = noticeIn(host)
    if (!isOther) {
      taken = { data: rendered, rows: moved }
      changes.all = []
      notice.hide()
      return
    }
    notice.show(say.showChanged({ ...compareLists(taken.rows, rowsNow), changes: changes.all }), async () => {
      const latest = (await reload(url)) ?? data
      if (shown()?.data !== rendered) return
      keepPlace(document, () => updates.replace(rendered, latest))
      taken = { data: rendered, rows: rowsOf(latest) ?? [] }
      changes.all = []
    })
  }

  const findHost = () => document.querySelector<HTMLElement>('[data-live-list]')
  return { onUpdate }
}

function rowsOf(data: PageData): ListedRow[] | undefined {
  const { issues } = pageOf(data)
  return Array.isArray(issues) ? issues : undefined
}
