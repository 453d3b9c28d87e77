import { issuePath } from '#renderer/paths.ts'
import { watchIssueUpdates } from './issue-updates.ts'
import { watchListUpdates } from './list-updates.ts'
import { createNotice, type Notice } from './notice.ts'
import { moveOpenCounts } from './open-counts.ts'
import type { LiveUpdate } from './parse-update.ts'
import type { PageUpdatesOptions } from './update-tools.ts'

export interface PageUpdates {
  /** Updates are received from here on. Those that came while the page was loading are not known. */
  opened(): void
  onUpdate(update: LiveUpdate): void
  /** Updates were missed, and their content is unknown. */
  missed(): void
}

/**
 * Applies updates from the server to the shown page. A page asks for them with an empty `<div
 * role="status">`: `data-live-issue="<id>"` for the events and changes of one issue, `data-live-list` for
 * its list, which is `issues` in its data. `tabs` in that data are the counts beside it. The counts in the
 * frame change on every page. Pages that reload by themselves listen to an event of the document instead
 * (renderer/enhance/follow-page.ts).
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
      // Prefetched pages lack this update, and nothing would say so.
      const concerned = [
        ...update.issues.map(({ id }) => id),
        ...update.changes.flatMap(({ issueIds }) => issueIds),
      ]
      if (concerned.length > 0) forget(concerned.map((id) => issuePath(id)))
      issue.onUpdate(update)
      // Updates about logs do not change lists of issues.
      if (update.issues.length + update.changes.length > 0 || update.isPartial) list.onUpdate(update.changes)
      announce(update)
    },
    missed() {
      issue.missed()
      list.onUpdate([])
    },
  }
}
