import type { PageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/frame/live.ts'
import { keepPlace } from './keep-place.ts'
import { handlingOf } from './page-parts.ts'
import type { LiveUpdate, UpdateChange } from './parse-update.ts'
import type { UpdateTools } from './update-tools.ts'

/** Updates about the shown issue that the page does not show yet. */
interface Notified {
  /** The data of the page. */
  data: PageData
  eventCount: number
  changes: UpdateChange[]
  /** True when updates were missed. */
  isVague: boolean
}

/** Updates also report the viewer's own changes, but by this time the page shows them already. */
const FIRST_LOOK_MS = 300
const MOST_CHANGES = 20

/** Counts new events of the shown issue, names who changed it, and reloads the page on a click. */
export function watchIssueUpdates(tools: UpdateTools) {
  const { document, shown, updates, reload, leaveFor, noticeIn, setTimer } = tools
  let notified: Notified | undefined
  /** Updates that still have to be compared with what the page shows. */
  let unsure: Pick<Notified, 'changes' | 'isVague'> | undefined
  let isLooking = false

  const findHost = () => document.querySelector<HTMLElement>('[data-live-issue]')

  function add(update: Partial<Omit<Notified, 'data'>>): void {
    const host = findHost()
    const at = shown()
    if (host === null || at === undefined) return
    const { data } = at
    if (notified?.data !== data) notified = { data, eventCount: 0, changes: [], isVague: false }
    notified.eventCount += update.eventCount ?? 0
    notified.changes = [...notified.changes, ...(update.changes ?? [])].slice(-MOST_CHANGES)
    notified.isVague ||= update.isVague ?? false
    noticeIn(host).show(say.issueUpdate(notified), async () => {
      notified = undefined
      const latest = await reload(at.url)
      if (shown()?.data !== data) return
      if (latest) keepPlace(document, () => updates.replace(data, latest))
      else leaveFor(at.url) // The issue was merged or deleted. Only the server knows where it leads now.
    })
  }

  function lookSoon({ changes, isVague }: Pick<Notified, 'changes' | 'isVague'>): void {
    unsure = { changes: [...(unsure?.changes ?? []), ...changes], isVague: unsure?.isVague || isVague }
    if (isLooking) return
    isLooking = true
    setTimer(() => void look(), FIRST_LOOK_MS)
  }

  async function look(): Promise<void> {
    const looked = unsure
    unsure = undefined
    const at = shown()
    const before = at && updates.newest(at.data)
    const now = at && (await reload(at.url))
    isLooking = false
    if (at && before && looked && shown()?.data === at.data) {
      const { isVague } = looked
      if (updates.newest(at.data) !== before)
        lookSoon(looked) // The result of a form arrived meanwhile.
      else if (!now || handlingOf(now, isVague) !== handlingOf(before, isVague)) add(looked)
    }
    if (unsure && !isLooking) lookSoon({ changes: [], isVague: false })
  }

  return {
    onUpdate({ issues, changes }: LiveUpdate): void {
      const id = findHost()?.dataset.liveIssue
      if (id === undefined) return
      const issue = issues.find((each) => String(each.id) === id)
      if (issue) add({ eventCount: issue.eventCount })
      const own = changes.filter(({ issueIds }) => issueIds.some((each) => String(each) === id))
      if (own.length > 0) lookSoon({ changes: own, isVague: false })
    },
    missed(): void {
      if (findHost() !== null) lookSoon({ changes: [], isVague: true })
    },
  }
}
