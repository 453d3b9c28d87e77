/** As server/live/live-feed.ts writes it. */
export interface LiveNews {
  projects: { slug: string; eventCount: number; logCount: number; openIssueCount: number }[]
  issues: { id: number; eventCount: number; isNew: boolean }[]
  changes: NewsChange[]
  isPartial: boolean
  /** Of all projects. */
  openIssueCount: number
  /** By the server's clock, milliseconds since the epoch: what was loaded before may lack what came. */
  at: number
}

/** What somebody did with issues; `kind` as in server/desk/issues/change.ts. */
export interface NewsChange {
  kind: string
  by: string | null
  issueIds: number[]
}

/** Undefined for what a server of another version says. */
export function readNews(data: string): LiveNews | undefined {
  try {
    const news = JSON.parse(data) as Partial<LiveNews> | null // looked at before it is used
    if (!Array.isArray(news?.projects) || !Array.isArray(news.issues)) return undefined
    const { projects, issues, changes = [], isPartial = false, openIssueCount = 0, at = 0 } = news
    return { projects, issues, changes, isPartial, openIssueCount, at }
  } catch {
    return undefined
  }
}

/** What the stream begins with: when the last news came, by the server's clock. */
export function readHello(data: string): { cameAt: number } {
  return { cameAt: Number(/"cameAt":(\d+)/.exec(data)?.[1] ?? 0) }
}
