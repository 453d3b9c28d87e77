import { issuePath } from '#renderer/paths.ts'
import { createIssueNews } from './issue-news.ts'
import { createListNews } from './list-news.ts'
import type { PageNewsOptions } from './news-tools.ts'
import { createNotice, type Notice } from './notice.ts'
import { moveOpenCounts } from './open-counts.ts'
import type { LiveNews } from './read-news.ts'

export interface PageNews {
  /** From here on it hears what comes: not of what came while the page was on its way. */
  opened(): void
  heard(news: LiveNews): void
  /** Something was missed: nobody knows what. */
  missed(): void
}

/**
 * Takes what the server tells into the page that is shown. A page says what it wants to hear of by an empty
 * `<div role="status">`: with `data-live-issue="<id>"` of one issue's events and of what people do with it, with
 * `data-live-list` of its list, which is `issues` in its data; `tabs` there are counts beside it. The frame's counts move
 * on every page. Pages that follow by themselves hear of it by an event of the document (renderer/enhance/follow-page.ts).
 */
export function createPageNews(options: PageNewsOptions): PageNews {
  const { document, forget } = options
  let latest: { host: HTMLElement; notice: Notice } | undefined
  function noticeIn(host: HTMLElement): Notice {
    if (latest?.host !== host) latest = { host, notice: createNotice(host) }
    return latest.notice
  }
  const list = createListNews({ ...options, noticeIn })
  const issue = createIssueNews({ ...options, noticeIn })
  const announce = (detail: LiveNews | null) =>
    document.dispatchEvent(new CustomEvent('crumbtrail:news', { detail }))
  return {
    opened() {
      announce(null)
    },
    heard(news) {
      moveOpenCounts(document, news)
      // what was reached for before would not have it, and nothing would say so
      const concerned = [
        ...news.issues.map(({ id }) => id),
        ...news.changes.flatMap(({ issueIds }) => issueIds),
      ]
      if (concerned.length > 0) forget(concerned.map((id) => issuePath(id)))
      issue.heard(news)
      // logs concern no list of issues
      if (news.issues.length + news.changes.length > 0 || news.isPartial) list.heard(news.changes)
      announce(news)
    },
    missed() {
      issue.missed()
      list.heard([])
    },
  }
}
