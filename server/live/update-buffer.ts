import type { IssueChange } from '#server/models/issue-changes.ts'
import type { Arrival, LogArrival } from '#server/store/engine/news.ts'

interface Happened {
  projectId: number
  eventCount: number
}

interface Changed {
  kind: IssueChange['kind']
  by: string | null
  projectIds: readonly number[]
  issueIds: number[]
}

/** What has come since the last message, gathered: one line for each issue and project, however many events. */
export interface Update {
  projects: { id: number; eventCount: number; logCount: number }[]
  issues: (Happened & { id: number; isNew: boolean })[]
  /** What people did, in which projects. */
  changes: Changed[]
  /** There was more of these projects than a message names; their events are counted in their projects. */
  partial: ReadonlySet<number>
  /** There was more, nobody knows where. */
  isPartial: boolean
}

/** Some 45 bytes each, to every open page. */
const MOST_ISSUES = 100
const MOST_PROJECTS = 100
const MOST_CHANGES = 20

export interface UpdateBuffer {
  add(arrivals: readonly Arrival[], logs: readonly LogArrival[]): void
  addChange(change: IssueChange): void
  /** Something came of these projects: nobody knows what. Without any, nobody knows where either. */
  addUnknown(projectIds: readonly number[]): void
  isEmpty(): boolean
  /** What there is, and begins anew. */
  take(): Update
}

export function createUpdateBuffer(): UpdateBuffer {
  let projects = new Map<number, Update['projects'][number]>()
  let issues = new Map<number, Update['issues'][number]>()
  let changes = new Map<string, Changed>()
  let partial = new Set<number>()
  let changedIssues = 0
  let isPartial = false

  function addProject(id: number, { eventCount = 0, logCount = 0 }): void {
    const known = projects.get(id)
    if (known) {
      known.eventCount += eventCount
      known.logCount += logCount
    } else if (projects.size < MOST_PROJECTS) projects.set(id, { id, eventCount, logCount })
    else partial.add(id)
  }

  function addIssue({ projectId, issueId, eventCount, isNew }: Arrival): void {
    const known = issues.get(issueId)
    if (known) {
      known.eventCount += eventCount
      known.isNew ||= isNew
    } else if (issues.size < MOST_ISSUES) issues.set(issueId, { id: issueId, projectId, eventCount, isNew })
    else partial.add(projectId)
  }

  function notePartial(projectIds: readonly number[]): void {
    for (const id of projectIds) partial.add(id)
    isPartial ||= projectIds.length === 0
  }

  return {
    add(arrivals, logs) {
      for (const { projectId, quantity } of logs) addProject(projectId, { logCount: quantity })
      for (const arrival of arrivals) {
        addProject(arrival.projectId, arrival)
        addIssue(arrival)
      }
    },
    addChange({ kind, by, issueIds, projectIds }) {
      for (const id of projectIds) addProject(id, {})
      const key = JSON.stringify([kind, by, projectIds])
      const known = changes.get(key) ?? { kind, by, projectIds, issueIds: [] }
      if (changes.size >= MOST_CHANGES && !changes.has(key)) return notePartial(projectIds)
      const added = issueIds.filter((id) => !known.issueIds.includes(id))
      const room = Math.max(0, MOST_ISSUES - changedIssues)
      if (added.length > room) notePartial(projectIds)
      changedIssues += Math.min(added.length, room)
      changes.set(key, { ...known, issueIds: [...known.issueIds, ...added.slice(0, room)] })
    },
    addUnknown(projectIds) {
      for (const id of projectIds) addProject(id, {})
      notePartial(projectIds)
    },
    isEmpty: () => projects.size === 0 && changes.size === 0 && partial.size === 0 && !isPartial,
    take() {
      const update = {
        projects: [...projects.values()],
        issues: [...issues.values()],
        changes: [...changes.values()],
        partial,
        isPartial,
      }
      projects = new Map()
      issues = new Map()
      changes = new Map()
      partial = new Set()
      changedIssues = 0
      isPartial = false
      return update
    },
  }
}
