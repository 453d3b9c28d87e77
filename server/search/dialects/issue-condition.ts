import type { Condition } from '../condition.ts'
import type { Pattern } from '../expression.ts'

/** What an issue must be to be found: the store makes a query of it. */
export type IssueCondition = Condition<IssueTest>

export type IssueTest =
  /** Beginnings of words in its title, messages and culprits; a phrase's side by side. */
  | { kind: 'words'; text: string; isPhrase: boolean }
  /** `before` is not included; times are milliseconds since the epoch. */
  | { kind: 'number'; field: 'eventCount' | 'userCount'; from?: number; before?: number }
  | { kind: 'time'; field: 'firstSeen' | 'lastSeen'; from?: number; before?: number }
  /** Case does not matter. */
  | { kind: 'text'; field: IssueText; pattern: Pattern }
  /** An event in the time, environment and release: by whole hours. */
  | { kind: 'happened'; from?: number; before?: number; environment?: string; release?: string }
  | { kind: 'level'; level: string }
  | { kind: 'state'; state: IssueState }
  | { kind: 'assigned'; to: 'anyone' | People }
  /** Comments mention them. */
  | { kind: 'mentions'; of: People }
  | { kind: 'bookmarked'; accountId: number }
  | { kind: 'tag'; key: string; pattern: Pattern }
  | { kind: 'hasTag'; key: string }
  /** True for issues seen in the newest release of their project, or first seen in it. */
  | { kind: 'latestRelease'; of: 'events' | 'first' }
  | { kind: 'numbered'; projectSlug: string; number: number }
  | { kind: 'event' | 'trace'; id: string }
  | { kind: 'digest'; digest: string }
  | { kind: 'digestPrefix'; prefix: string }

/** An account, its teams, the accounts with such an address, or the team with this slug. */
export type People = { accountId: number } | { teamsOf: number } | { email: Pattern } | { team: string }

export type IssueText = 'type' | 'value' | 'culprit' | 'title' | 'firstRelease' | 'projectSlug'

export type IssueState =
  | 'unresolved'
  | 'resolved'
  | 'ignored'
  | 'archived'
  | 'regressed'
  | 'escalating'
  | 'unhandled'
  | 'new'
  /** Open, nobody's, and new or back. */
  | 'for_review'

export interface SearchContext {
  /** Milliseconds since the epoch. */
  now: number
  /** Whom `me` stands for: the account of the one who asks, if it has one. */
  accountId?: number | undefined
}
