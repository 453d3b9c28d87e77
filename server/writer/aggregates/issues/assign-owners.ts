import { queryOf } from '#server/store/rows/query.ts'
import { ask, insert, run, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo } from '#server/store/rows/table.ts'
import type { Occurrences, StoredEvent } from '#server/writer/aggregates/delta.ts'

const ACTIVITIES = appendedTo('issue_activity')(['project_id', 'issue_id', 'kind', 'data', 'created_at'])
/** The owner hears of it. */
const NOTICES = appendedTo('notice')(['project_id', 'issue_id', 'kind', 'at'])

/** A rule may be older than what its owners see of the project, so that they are looked for when they are needed. */
const FIND_TEAM = queryOf({ slug: 'text', project_id: 'integer' })<{ id: number; slug: string }>(`
  select team.id, team.slug from team where team.slug = :slug and (
    exists (select 1 from project where project.id = :project_id and project.access = 'all')
    or exists (select 1 from team_project where team_project.team_id = team.id
      and team_project.project_id = :project_id))`)
const FIND_ACCOUNT = queryOf({ email: 'text', project_id: 'integer' })<{ id: number; name: string }>(`
  select account.id, case when account.name = '' then account.email else account.name end as name from account
  where account.email = :email and account.disabled_at is null and (
    account.role in ('admin', 'owner')
    or exists (select 1 from project where project.id = :project_id and project.access = 'all')
    or exists (select 1 from team_member join team_project on team_project.team_id = team_member.team_id
      where team_member.account_id = account.id and team_project.project_id = :project_id))`)
const ASSIGN = queryOf({ account_id: 'integer', team_id: 'integer', id: 'integer' })(`
  update issue set assigned_to = :account_id, assigned_team = :team_id
  where id = :id and assigned_to is null and assigned_team is null and deleted_at is null`)

interface Owner {
  account_id: number | null
  team_id: number | null
  /** As the history of the issue says it. */
  shown: string
}

/**
 * Assigns issues that are new, or that came back and are nobody's, by the rule that their first such event met. It is done with
 * the counting of the event, and so once.
 */
export function* assignOwners(all: readonly Occurrences[], reopened: ReadonlySet<number>): Steps {
  for (const occurrences of all) {
    if (!occurrences.isNew && !reopened.has(occurrences.issueId)) continue
    const stored = occurrences.events.find(({ event }) => event.owned !== undefined)
    if (stored !== undefined) yield* assignOwner(occurrences, stored)
  }
}

function* assignOwner({ projectId, issueId }: Occurrences, { event, receivedAt }: StoredEvent): Steps {
  const { owned } = event
  if (owned === undefined) return
  for (const name of owned.owners) {
    const owner = yield* findOwner(projectId, name)
    if (owner === undefined) continue
    const { shown, ...columns } = owner
    const [changed] = yield* run(ASSIGN, [{ ...columns, id: issueId }])
    if (changed !== 1) return
    const data = JSON.stringify({ assignee: shown, rule: owned.rule })
    const line = { project_id: projectId, issue_id: issueId, kind: 'assigned', data, created_at: receivedAt }
    yield* insert(ACTIVITIES, [line])
    yield* insert(NOTICES, [{ project_id: projectId, issue_id: issueId, kind: 'assigned', at: receivedAt }])
    return
  }
}

/** Undefined for who is gone, disabled, or does not see the project. */
function* findOwner(project_id: number, name: string): Steps<Owner | undefined> {
  if (name.startsWith('#')) {
    const [[team] = []] = yield* ask(FIND_TEAM, [{ slug: name.slice(1), project_id }])
    return team && { account_id: null, team_id: team.id, shown: `#${team.slug}` }
  }
  const [[account] = []] = yield* ask(FIND_ACCOUNT, [{ email: name, project_id }])
  return account && { account_id: account.id, team_id: null, shown: account.name }
}
