/** As server/live/live-feed.ts writes it. */
export interface LiveUpdate {
  projects: { slug: string; eventCount: number; logCount: number; openIssueCount: number }[]
  issues: { id: number; eventCount: number; isNew: boolean }[]
  changes: UpdateChange[]
  isPartial: boolean
  /** Of all projects. */
  openIssueCount: number
  /** By the server's clock, milliseconds since the epoch: what was loaded before may lack what came. */
  at: number
}

/** What somebody did with issues; `kind` as in server/desk/issues/change.ts. */
export interface UpdateChange {
  kind: string
  by: string | null
  issueIds: number[]
}

/** Undefined for what a server of another version says. */
export function parseUpdate(data: string): LiveUpdate | undefined {
  try {
    const update = JSON.parse(data) as Partial<LiveUpdate> | null // looked at before it is used
    if (!Array.isArray(update?.projects) || !Array.isArray(update.issues)) return undefined
    const { projects, issues, changes = [], isPartial = false, openIssueCount = 0, at = 0 } = update
    return { projects, issues, changes, isPartial, openIssueCount, at }
  } catch {
    return undefined
  }
}

/** What the stream begins with: when the last update came, by the server's clock. */
export function parseHello(data: string): { cameAt: number } {
  return { cameAt: Number(/"cameAt":(\d+)/.exec(data)?.[1] ?? 0) }
}
