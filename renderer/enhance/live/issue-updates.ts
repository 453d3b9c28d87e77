import type { PageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/frame/live.ts'
import { keepPlace } from './keep-place.ts'
import { handlingOf } from './page-parts.ts'
import type { LiveUpdate, UpdateChange } from './parse-update.ts'
import type { UpdateTools } from './update-tools.ts'

/** Updates about the shown issue that the page does not show yet. */
interface PendingUpdates {
  /** The data of the page. */
  data: PageData
  eventCount: number
  changes: UpdateChange[]
  /** True when updates were missed. */
  isVague: boolean
}

/** Updates also report the viewer's own changes, but by this time the page shows them already. */
const FIRST_CHECK_MS = 300
const MOST_CHANGES = 20

/** Counts new events of the shown issue, names who changed it, and reloads the page on a click. */
export function watchIssueUpdates(tools: UpdateTools) {
  const { document, shown, updates, reload, leaveFor, noticeIn, setTimer } = tools
  let pending: PendingUpdates | undefined
  /** Updates that still have to be compared with what the page shows. */
  let unchecked: Pick<PendingUpdates, 'changes' | 'isVague'> | undefined
  let isChecking = false

  const findHost = () => document.querySelector<HTMLElement>('[data-live-issue]')

  function add(update: Partial<Omit<PendingUpdates, 'data'>>): void {
    const host = findHost()
    const at = shown()
    if (host === null || at === undefined) return
    const { data } = at
    if (pending?.data !== data) pending = { data, eventCount: 0, changes: [], isVague: false }
    pending.eventCount += update.eventCount ?? 0
    pending.changes = [...pending.changes, ...(update.changes ?? [])].slice(-MOST_CHANGES)
    pending.isVague ||= update.isVague ?? false
    noticeIn(host).show(say.issueUpdate(pending), async () => {
      pending = undefined
      const latest = await reload(at.url)
      if (shown()?.data !== data) return
      if (latest) keepPlace(document, () => updates.replace(data, latest))
      else leaveFor(at.url) // The issue was merged or deleted. Only the server knows where it leads now.
    })
  }

  function checkSoon({ changes, isVague }: Pick<PendingUpdates, 'changes' | 'isVague'>): void {
    unchecked = {
      changes: [...(unchecked?.changes ?? []), ...changes],
      isVague: unchecked?.isVague || isVague,
    }
    if (isChecking) return
    isChecking = true
    setTimer(() => void check(), FIRST_CHECK_MS)
  }

  async function check(): Promise<void> {
    const checked = unchecked
    unchecked = undefined
    const at = shown()
    const before = at && updates.newest(at.data)
    const now = at && (await reload(at.url))
    isChecking = false
    if (at && before && checked && shown()?.data === at.data) {
      const { isVague } = checked
      if (updates.newest(at.data) !== before)
        checkSoon(checked) // The result of a form arrived meanwhile.
      else if (!now || handlingOf(now, isVague) !== handlingOf(before, isVague)) add(checked)
    }
    if (unchecked && !isChecking) checkSoon({ changes: [], isVague: false })
  }

  return {
    onUpdate({ issues, changes }: LiveUpdate): void {
      const id = findHost()?.dataset.liveIssue
      if (id === undefined) return
      const issue = issues.find((each) => String(each.id) === id)
      if (issue) add({ eventCount: issue.eventCount })
      const own = changes.filter(({ issueIds }) => issueIds.some((each) => String(each) === id))
      if (own.length > 0) checkSoon({ changes: own, isVague: false })
    },
    missed(): void {
      if (findHost() !== null) checkSoon({ changes: [], isVague: true })
    },
  }
}
