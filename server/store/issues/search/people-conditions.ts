import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { People } from '#server/search/dialects/issue-condition.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { like } from '#server/store/words.ts'

type Builder = ExpressionBuilder<Database, 'issue'>
type Test = Expression<SqlBool>

export function testAssigned(eb: Builder, to: 'anyone' | People): Test {
  if (to === 'anyone')
    return eb.or([eb('issue.assigned_to', 'is not', null), eb('issue.assigned_team', 'is not', null)])
  if ('accountId' in to) return eb('issue.assigned_to', '=', to.accountId)
  if ('email' in to) return eb('issue.assigned_to', 'in', selectAccounts(eb, to))
  return eb('issue.assigned_team', 'in', selectTeams(eb, to))
}

export function testMentions(eb: Builder, of: People): Test {
  const mentioned = eb
    .selectFrom('issue_mention')
    .innerJoin('issue_activity', 'issue_activity.id', 'issue_mention.activity_id')
    .select('issue_activity.issue_id')
  if ('accountId' in of)
    return eb('issue.id', 'in', mentioned.where('issue_mention.account_id', '=', of.accountId))
  return eb(
    'issue.id',
    'in',
    'email' in of
      ? mentioned.where('issue_mention.account_id', 'in', selectAccounts(eb, of))
      : mentioned.where('issue_mention.team_id', 'in', selectTeams(eb, of)),
  )
}

function selectAccounts(eb: Builder, { email }: Extract<People, { email: unknown }>) {
  return eb
    .selectFrom('account')
    .select('account.id')
    .where(like(sql.ref('account.email'), email))
}

function selectTeams(eb: Builder, of: Extract<People, { teamsOf: number } | { team: string }>) {
  return 'team' in of
    ? eb.selectFrom('team').select('team.id').where('team.slug', '=', of.team)
    : eb.selectFrom('team_member').select('team_member.team_id as id').where('account_id', '=', of.teamsOf)
}
