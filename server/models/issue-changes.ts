/** What one viewer asks to be done with some issues. */
export type IssueRequest =
  | { kind: 'reopen' | 'resolve' | 'archive' | 'ignore' }
  | { kind: 'resolve-in-next-release' }
  | { kind: 'resolve-in-release'; release: string }
  | { kind: 'ignore-for'; minutes: number }
  /** With an environment, only what happens in it counts. */
  | { kind: 'ignore-until-events'; count: number; periodMinutes: number | null; environment?: string }
  | { kind: 'ignore-until-users'; count: number; periodMinutes?: number | null; environment?: string }
  /** Until it happens more often than it used to. */
  | { kind: 'ignore-until-escalating' }
  | { kind: 'ignore-environment'; environment: string }
  | { kind: 'assign'; accountId: number | null }
  | { kind: 'assign-team'; teamId: number }
  | { kind: 'bookmark'; isBookmarked: boolean }
  /** What is ended so is not begun again by comments, mentions and assignments. */
  | { kind: 'subscribe'; isSubscribed: boolean }
  /** Into the issue with the short id `into`; without it, into the open one with the most events. */
  | { kind: 'merge'; into?: string }
  | { kind: 'delete' }

export interface IssuesChanged {
  /** The issues that were changed; empty when all of them are gone. */
  issueIds: number[]
  /** Their short ids, in the same order. */
  shortIds: string[]
  /** The issue that the others were merged into; absent when nothing was merged. */
  mergedInto?: number
  mergedIntoShortId?: string
  /** Names the change for `undo`; absent when nothing was changed, or where it cannot be undone. */
  undo?: string
}

/**
 * What a viewer did with issues, or the desk by itself, for the open pages of all others. Bookmarks and subscriptions are
 * private and do not appear.
 */
export interface IssueChange {
  kind: ChangeKind
  /** An email address or a token's name; null when the desk has no viewer, or did it by itself. */
  by: string | null
  issueIds: readonly number[]
  projectIds: readonly number[]
}

export type ChangeKind =
  | 'reopened'
  | 'resolved'
  | 'archived'
  | 'ignored'
  | 'assigned'
  | 'unassigned'
  | 'merged'
  | 'split'
  | 'deleted'
  | 'commented'
  | 'undone'
  /** By the desk: source maps that came late have named it. */
  | 'mapped'
