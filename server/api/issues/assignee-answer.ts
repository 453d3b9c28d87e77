import type { Assignee } from '#server/models/accounts/assignee.ts'

/**
 * An actor of https://docs.sentry.io/api/events/retrieve-an-issue/: a team's name is its slug, as Sentry says it, and only a
 * user has an address.
 */
export function toActorAnswer(assignee: Assignee) {
  const { type, id } = assignee
  return assignee.type === 'team'
    ? { type, id: String(id), name: assignee.slug }
    : { type, id: String(id), name: assignee.name || assignee.email, email: assignee.email }
}
