import type { Assignee } from '#server/models/accounts/assignee.ts'

/** What people read: a member's name or else address, and a team's slug, `#billing`. */
export function assigneeName(assignee: Assignee): string {
  return assignee.type === 'team' ? `#${assignee.slug}` : assignee.name || assignee.email
}

/** The same with what else is known: `Mia Kern (mia@example.com)`, `#billing (Billing)`. */
export function fullAssigneeName(assignee: Assignee): string {
  const name = assigneeName(assignee)
  const more = assignee.type === 'team' ? assignee.name : assignee.email
  return more === name ? name : `${name} (${more})`
}
