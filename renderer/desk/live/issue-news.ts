import type { PageData } from '../../page-data.ts'
import * as say from '../../texts/live.ts'
import type { NewsTools } from './page-news.ts'
import type { LiveNews } from './read-news.ts'

/** Counts the events that come of the issue that is shown, and shows the page as it is now on a click. */
export function createIssueNews({ document, shown, updates, reload, noticeIn }: NewsTools) {
  let counted: { data: PageData; count: number } | undefined

  function show(host: HTMLElement, count: number | undefined): void {
    const at = shown()
    if (at === undefined || count === 0) return
    if (counted?.data !== at.data) counted = { data: at.data, count: 0 }
    const { data } = counted
    counted.count += count ?? 0
    noticeIn(host).show(say.newEvents(count === undefined ? undefined : counted.count), async () => {
      counted = undefined
      const latest = await reload(at.url)
      if (latest && shown()?.data === data) updates.replace(data, latest)
    })
  }

  const findHost = () => document.querySelector<HTMLElement>('[data-live-issue]')
  return {
    heard({ issues }: LiveNews): void {
      const host = findHost()
      const issue = issues.find(({ id }) => String(id) === host?.dataset.liveIssue)
      if (host && issue) show(host, issue.eventCount)
    },
    missed(): void {
      const host = findHost()
      if (host) show(host, undefined)
    },
  }
}
