import { sql } from 'kysely'
import type { CheckedStore } from './check-store.ts'

interface Count {
  what: string
  counted: number
  stored: number
}

/** Where what was counted is not what is stored, or is stored twice: a sentence for each. */
export async function listMiscounts({ db, projectId }: CheckedStore): Promise<string[]> {
  const of = sql`project_id = ${projectId}`
  const accepted = (category: string) =>
    sql`(select coalesce(sum(quantity), 0) from outcome where ${of} and outcome = 'accepted' and category = ${category})`
  const events = sql`(select count(*) from event where ${of})`
  const logs = sql`(select count(*) from log where ${of})`
  const segments = sql`(select count(*) from segment where ${of})`
  const { rows } = await sql<Count>`
    select 'events by issue' as what, (select coalesce(sum(event_count), 0) from issue where ${of}) as counted, ${events} as stored
    union all select 'events by hour', (select coalesce(sum(event_count), 0) from issue_hour where ${of}), ${events}
    union all select 'accepted errors', ${accepted('error')}, ${events}
    union all select 'events by id', (select count(distinct event_id) from event where ${of}), ${events}
    union all select 'logs by hour', (select coalesce(sum(quantity), 0) from log_hour where ${of}), ${logs}
    union all select 'accepted logs', ${accepted('log_item')}, ${logs}
    union all select 'accepted transactions', ${accepted('transaction')}, ${segments}
    union all select 'transactions by id', (select count(distinct event_id) from segment where ${of}), ${segments}
  `.execute(db)
  return rows
    .filter(({ counted, stored }) => counted !== stored)
    .map(({ what, counted, stored }) => `${what}: ${counted}, and ${stored} are stored`)
}
