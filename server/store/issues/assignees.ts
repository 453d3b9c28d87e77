import type { Assignee } from '#server/models/accounts/assignee.ts'

/** The columns of an issue's account and of its team, of which one at most is there. */
export const ASSIGNEE_COLUMNS = [
  'account.id as accountId',
  'account.email as accountEmail',
  'account.name as accountName',
  'team.id as teamId',
  'team.slug as teamSlug',
  'team.name as teamName',
] as const

interface AssigneeRow {
  accountId: number | null
  accountEmail: string | null
  accountName: string | null
  teamId: number | null
  teamSlug: string | null
  teamName: string | null
}

/** Null when nobody has the issue. */
export function toAssignee(row: AssigneeRow): Assignee | null {
  if (row.accountId !== null)
    return { type: 'user', id: row.accountId, email: row.accountEmail ?? '', name: row.accountName ?? '' }
  if (row.teamId !== null)
    return { type: 'team', id: row.teamId, slug: row.teamSlug ?? '', name: row.teamName ?? '' }
  return null
}

/** What people read: a member's name or else address, and a team's slug. */
export function nameOfAssignee(assignee: Assignee): string {
  return assignee.type === 'team' ? `#${assignee.slug}` : assignee.name || assignee.email
}
