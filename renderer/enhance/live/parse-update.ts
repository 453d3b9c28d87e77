/** One update as server/live/live-feed.ts writes it. */
export interface LiveUpdate {
  projects: { slug: string; eventCount: number; logCount: number; openIssueCount: number }[]
  issues: { id: number; eventCount: number; isNew: boolean }[]
  changes: UpdateChange[]
  isPartial: boolean
  /** The count of all projects. */
  openIssueCount: number
  /** Milliseconds since the epoch, by the server's clock. Data that was loaded before may lack the update. */
  at: number
}

/** A change that somebody made to issues; `kind` as in server/desk/issues/changes/change.ts. */
export interface UpdateChange {
  kind: string
  by: string | null
  issueIds: number[]
}

/** Returns undefined for an unknown message of another server version. */
export function parseUpdate(data: string): LiveUpdate | undefined {
  try {
    // The code below checks its fields before it uses them.
    const update = JSON.parse(data) as Partial<LiveUpdate> | null
    if (!Array.isArray(update?.projects) || !Array.isArray(update.issues)) return undefined
    const { projects, issues, changes = [], isPartial = false, openIssueCount = 0, at = 0 } = update
    return { projects, issues, changes, isPartial, openIssueCount, at }
  } catch {
    return undefined
  }
}

/** The first message of the stream: the time of the last update, by the server's clock. */
export function parseHello(data: string): { cameAt: number } {
  return { cameAt: Number(/"cameAt":(\d+)/.exec(data)?.[1] ?? 0) }
}
