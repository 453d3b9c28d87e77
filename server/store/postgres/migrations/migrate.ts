import type { ClientBase, PoolClient } from 'pg'
import { requireKnownVersion } from '#server/store/engine/schema-version.ts'
import { baseline } from '../baseline/baseline.ts'
import { members } from './0002-members.ts'
import { owners } from './0003-owners.ts'
import { alerts } from './0005-alerts.ts'
import { notifications } from './0006-notifications.ts'
import { trackers } from './0007-trackers.ts'
import { acknowledging } from './0008-acknowledging.ts'
import { uptime } from './0009-uptime.ts'
import { toldMonitors } from './0010-told-monitors.ts'
import { incidents } from './0011-incidents.ts'
import { occurrences } from './0012-occurrences.ts'
import { releaseCommits } from './0013-release-commits.ts'
import { conditions } from './0014-conditions.ts'
import { acknowledgedIncidents } from './0015-acknowledged-incidents.ts'
import { ruleSubjects } from './0016-rule-subjects.ts'
import { attachmentSha1 } from './0017-attachment-sha1.ts'
import { pushBrowsers } from './0018-push-browsers.ts'
import { occurrenceCare } from './0019-occurrence-care.ts'
import { acknowledgedOccurrences } from './0020-acknowledged-occurrences.ts'
import { sessionAnrs } from './0021-session-anrs.ts'
import { countersInPlace } from './0022-counters-in-place.ts'

export interface Migration {
  sql: string
  /**
   * The oldest step whose program works on these tables. While desks are replaced one after the other, two versions run
   * together: a step that only adds tables, and columns with a default, keeps the value of the step before it. What the new
   * program no longer uses is dropped by a later release.
   */
  leastStep: number
}

/**
 * Migrations run in this order; what was released is never changed, only followed by another.
 * @internal Tests add a step to it, as a newer version would.
 */
export const MIGRATIONS: readonly Migration[] = [
  { sql: baseline, leastStep: 1 },
  { sql: members, leastStep: 1 },
  { sql: owners, leastStep: 1 },
  { sql: alerts, leastStep: 1 },
  { sql: notifications, leastStep: 1 },
  { sql: trackers, leastStep: 1 },
  { sql: acknowledging, leastStep: 1 },
  { sql: uptime, leastStep: 1 },
  { sql: toldMonitors, leastStep: 1 },
  { sql: incidents, leastStep: 1 },
  { sql: occurrences, leastStep: 1 },
  { sql: releaseCommits, leastStep: 1 },
  { sql: conditions, leastStep: 1 },
  { sql: acknowledgedIncidents, leastStep: 1 },
  { sql: ruleSubjects, leastStep: 1 },
  { sql: attachmentSha1, leastStep: 1 },
  { sql: pushBrowsers, leastStep: 1 },
  { sql: occurrenceCare, leastStep: 1 },
  { sql: acknowledgedOccurrences, leastStep: 1 },
  { sql: sessionAnrs, leastStep: 1 },
  { sql: countersInPlace, leastStep: 1 },
]
/** The step that this program's schema has. */
export const KNOWN_STEPS = MIGRATIONS.length

/** The schema that this program works with. */
export const SCHEMA_STEP = MIGRATIONS.length

/** Any number that nobody else locks in this database: "crumb" in the letters of a telephone. */
const MIGRATION_LOCK = 27_862

/**
 * Brings the tables up to date in one transaction. Of several processes that start together, the first one migrates, and
 * the others wait for it. A lock that desks at work hold ends it with 55P03: whoever waits for a table blocks all who come later.
 */
export async function migrate(client: PoolClient, migrations = MIGRATIONS): Promise<void> {
  await client.query('begin read write')
  try {
    await client.query('set local statement_timeout = 0')
    await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await client.query("set local lock_timeout = '2s'")
    await client.query('create table if not exists schema_step (step bigint primary key, least_step bigint)')
    const { step: taken, leastStep } = await readSteps(client)
    requireKnownVersion(leastStep, migrations.length)
    for (const [index, { sql, leastStep: least }] of migrations.slice(taken).entries()) {
      await client.query(sql)
      await client.query('alter table schema_step add column if not exists least_step bigint')
      const step = taken + index + 1
      await client.query('insert into schema_step (step, least_step) values ($1, $2)', [step, least])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

interface Steps {
  step: number
  /** The oldest step whose program works on the tables. */
  leastStep: number
}

/** Returns the schema of a database that has one. Before the second step of PostgreSQL, nothing said the least step. */
export async function readSteps(client: ClientBase): Promise<Steps> {
  const { rows } = await client.query<Steps>(`
    select coalesce(max(step), 0) as step,
      coalesce(max(coalesce((to_jsonb(known) ->> 'least_step')::bigint, step)), 0) as "leastStep"
    from schema_step as known`)
  return rows[0] ?? { step: 0, leastStep: 0 }
}

/** Returns the schema of a database; undefined if it has none. */
export async function readStep(client: PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ has: number }>("select to_regclass('schema_step') is not null as has")
  if (rows[0]?.has !== 1) return undefined
  const steps = await client.query<{ step: number }>('select max(step) as step from schema_step')
  return steps.rows[0]?.step
}
