import type { OutcomeCount } from '#server/protocol/outcome.ts'
import type { Arrival, LogArrival } from '#server/store/engine/news.ts'

/** What a transaction changed, for those who show it. */
export interface Commit {
  projectIds: number[]
  issueIds: number[]
  /** There is one for each issue, in their order. */
  arrivals: Arrival[]
  eventCount: number
  /** What was counted, of what was refused before as well. */
  outcomes: OutcomeCount[]
}

/** The logs that were stored, by outcome. */
export function logsOf(outcomes: readonly OutcomeCount[]): LogArrival[] {
  return outcomes.filter(({ category, outcome }) => category === 'log_item' && outcome === 'accepted')
}

export function joinCommits(commits: Commit[]): Commit {
  return {
    projectIds: [...new Set(commits.flatMap(({ projectIds }) => projectIds))],
    issueIds: [...new Set(commits.flatMap(({ issueIds }) => issueIds))],
    arrivals: commits.flatMap(({ arrivals }) => arrivals),
    eventCount: commits.reduce((sum, { eventCount }) => sum + eventCount, 0),
    outcomes: commits.flatMap(({ outcomes }) => outcomes),
  }
}
