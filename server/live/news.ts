import type { Arrival } from '../store/batch.ts'

/** What has come since the last message, folded: one line for each issue and project, however many events. */
export interface News {
  projects: { id: number; eventCount: number }[]
  issues: { id: number; eventCount: number; isNew: boolean }[]
  /** There were more issues than a message names; their events are counted in their projects. */
  isPartial: boolean
}

/** Some 45 bytes each, to every open page. */
const MOST_ISSUES = 100
const MOST_PROJECTS = 100

export interface NewsFold {
  add(arrivals: readonly Arrival[]): void
  isEmpty(): boolean
  /** What there is, and begins anew. */
  take(): News
}

export function createNewsFold(): NewsFold {
  let projects = new Map<number, number>()
  let issues = new Map<number, News['issues'][number]>()
  let isPartial = false

  function addIssue({ issueId, eventCount, isNew }: Arrival): void {
    const known = issues.get(issueId)
    if (known) {
      known.eventCount += eventCount
      known.isNew ||= isNew
    } else if (issues.size < MOST_ISSUES) issues.set(issueId, { id: issueId, eventCount, isNew })
    else isPartial = true
  }

  return {
    add(arrivals) {
      for (const arrival of arrivals) {
        const { projectId, eventCount } = arrival
        if (projects.has(projectId) || projects.size < MOST_PROJECTS) {
          projects.set(projectId, (projects.get(projectId) ?? 0) + eventCount)
        } else isPartial = true
        addIssue(arrival)
      }
    },
    isEmpty: () => projects.size === 0,
    take() {
      const news = {
        projects: [...projects].map(([id, eventCount]) => ({ id, eventCount })),
        issues: [...issues.values()],
        isPartial,
      }
      projects = new Map()
      issues = new Map()
      isPartial = false
      return news
    },
  }
}
