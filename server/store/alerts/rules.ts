import type { Kysely, Transaction } from 'kysely'
import { RULE_SUBJECTS, type Rule, type RuleHappening, type Threshold } from '#server/models/alerts/rules.ts'
import type { Database } from '#server/store/schema/schema.ts'

export type NewRule = Omit<Rule, 'id' | 'isEnabled' | 'mutedUntil' | 'version'>

/** All rules, or those of these happenings, the oldest first. */
export async function listRules(
  db: Kysely<Database>,
  happenings?: readonly RuleHappening[],
): Promise<Rule[]> {
  const [rows, links] = await Promise.all([
    db
      .selectFrom('alert_rule')
      .selectAll()
      .$if(happenings !== undefined, (all) => all.where('happening', 'in', happenings ?? []))
      .orderBy('id')
      .execute(),
    db.selectFrom('alert_rule_channel').selectAll().orderBy('channel_id').execute(),
  ])
  const channels = channelsOf(links)
  return rows.map((row) => toRule(row, channels))
}

export async function findRule(db: Kysely<Database>, id: number): Promise<Rule | undefined> {
  return (await findRules(db, [id])).get(id)
}

/** Finds those of these rules that exist, by their ids. */
export async function findRules(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Rule>> {
  const asked = [0, ...ids] // no rule has the first, and a list needs one
  const rows = await db.selectFrom('alert_rule').selectAll().where('id', 'in', asked).execute()
  if (rows.length === 0) return new Map()
  const links = await db
    .selectFrom('alert_rule_channel')
    .selectAll()
    .where('rule_id', 'in', asked)
    .orderBy('channel_id')
    .execute()
  const channels = channelsOf(links)
  return new Map(rows.map((row) => [row.id, toRule(row, channels)]))
}

interface RuleRow {
  id: number
  name: string
  happening: Rule['happening']
  project_id: number | null
  monitor_id: number | null
  check_id: number | null
  search: string
  threshold: string | null
  urgency: Rule['urgency']
  cool_down_minutes: number
  is_for_every_channel: number
  is_enabled: number
  muted_until: number | null
  version: number
}

type ChannelsOf = ReadonlyMap<number, readonly { channel_id: number }[]>

function channelsOf(links: readonly { rule_id: number; channel_id: number }[]): ChannelsOf {
  return Map.groupBy(links, ({ rule_id }) => rule_id)
}

function toRule(row: RuleRow, channels: ChannelsOf): Rule {
  const { id, name, happening, search, urgency, version } = row
  const ofRule = channels.get(id) ?? []
  return {
    ...{ id, name, happening, search, urgency, version, projectId: row.project_id },
    subjectId: row.monitor_id ?? row.check_id,
    threshold: row.threshold === null ? null : (JSON.parse(row.threshold) as Threshold), // written below
    coolDownMinutes: row.cool_down_minutes,
    channelIds: row.is_for_every_channel === 1 ? null : ofRule.map(({ channel_id }) => channel_id),
    isEnabled: row.is_enabled === 1,
    mutedUntil: row.muted_until,
  }
}

export async function insertRule(
  trx: Transaction<Database>,
  rule: NewRule,
  { now, accountId }: { now: number; accountId: number | null },
): Promise<number> {
  const { id } = await trx
    .insertInto('alert_rule')
    .values({ ...columnsOf(rule), created_at: now, created_by: accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveChannels(trx, id, rule.channelIds)
  return id
}

/** False where somebody changed it since that version. */
export async function updateRule(
  trx: Transaction<Database>,
  id: number,
  rule: NewRule,
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alert_rule')
    .set({ ...columnsOf(rule), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await trx.deleteFrom('alert_rule_channel').where('rule_id', '=', id).execute()
  await saveChannels(trx, id, rule.channelIds)
  return true
}

export async function turnRule(trx: Transaction<Database>, id: number, isEnabled: boolean): Promise<void> {
  const is_enabled = isEnabled ? 1 : 0
  await trx.updateTable('alert_rule').set({ is_enabled }).where('id', '=', id).execute()
}

export async function muteRule(trx: Transaction<Database>, id: number, until: number | null): Promise<void> {
  await trx.updateTable('alert_rule').set({ muted_until: until }).where('id', '=', id).execute()
}

export async function deleteRule(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('alert_rule').where('id', '=', id).execute()
}

function columnsOf(rule: NewRule) {
  const kind = RULE_SUBJECTS[rule.happening]
  return {
    ...{
      monitor_id: kind === 'monitor' ? rule.subjectId : null,
      check_id: kind === 'check' ? rule.subjectId : null,
    },
    ...{ name: rule.name, happening: rule.happening, project_id: rule.projectId, search: rule.search },
    threshold: rule.threshold === null ? null : JSON.stringify(rule.threshold),
    ...{ urgency: rule.urgency, cool_down_minutes: rule.coolDownMinutes },
    is_for_every_channel: rule.channelIds === null ? 1 : 0,
  }
}

async function saveChannels(
  trx: Transaction<Database>,
  rule_id: number,
  channelIds: readonly number[] | null,
): Promise<void> {
  const rows = (channelIds ?? []).map((channel_id) => ({ rule_id, channel_id }))
  if (rows.length > 0) await trx.insertInto('alert_rule_channel').values(rows).execute()
}
