import { issuePath } from '#renderer/paths.ts'
import { watchIssueUpdates } from './issue-updates.ts'
import { watchListUpdates } from './list-updates.ts'
import { createNotice, type Notice } from './notice.ts'
import { moveOpenCounts } from './open-counts.ts'
import type { LiveUpdate } from './parse-update.ts'
import type { PageUpdatesOptions } from './update-tools.ts'

export interface PageUpdates {
  /** From here on it hears what comes: not of what came while the page was on its way. */
  opened(): void
  onUpdate(update: LiveUpdate): void
  /** Something was missed: nobody knows what. */
  missed(): void
}

/**
 * Takes what the server tells into the page that is shown. A page says what it wants to hear of by an empty
 * `<div role="status">`: with `data-live-issue="<id>"` of one issue's events and of what people do with it, with
 * `data-live-list` of its list, which is `issues` in its data; `tabs` there are counts beside it. The frame's counts move
 * on every page. Pages that follow by themselves hear of it by an event of the document (renderer/enhance/follow-page.ts).
 */
export function watchPageUpdates(options: PageUpdatesOptions): PageUpdates {
  const { document, forget } = options
  let latest: { host: HTMLElement; notice: Notice } | undefined
  function noticeIn(host: HTMLElement): Notice {
    if (latest?.host !== host) latest = { host, notice: createNotice(host) }
    return latest.notice
  }
  const list = watchListUpdates({ ...options, noticeIn })
  const issue = watchIssueUpdates({ ...options, noticeIn })
  const announce = (detail: LiveUpdate | null) =>
    document.dispatchEvent(new CustomEvent('crumbtrail:news', { detail }))
  return {
    opened() {
      announce(null)
    },
    onUpdate(update) {
      moveOpenCounts(document, update)
      // what was reached for before would not have it, and nothing would say so
      const concerned = [
        ...update.issues.map(({ id }) => id),
        ...update.changes.flatMap(({ issueIds }) => issueIds),
      ]
      if (concerned.length > 0) forget(concerned.map((id) => issuePath(id)))
      issue.onUpdate(update)
      // logs concern no list of issues
      if (update.issues.length + update.changes.length > 0 || update.isPartial) list.heard(update.changes)
      announce(update)
    },
    missed() {
      issue.missed()
      list.heard([])
    },
  }
}
