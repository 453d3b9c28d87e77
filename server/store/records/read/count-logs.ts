import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { LogLevel } from '#server/processing/record.ts'
import type { LogCondition, LogTest } from '#server/search/dialects/logs.ts'
import { testCondition } from '#server/store/engine/test-condition.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { like, never } from '#server/store/words.ts'
import { testLog } from './test-log.ts'

export interface LogHourCount {
  hour: number
  level: LogLevel
  quantity: number
}

interface CountedHours {
  projectIds: readonly number[]
  environment: string | undefined
  fromHour: number
  beforeHour: number
  /** Tests only what the hours know: `knowsHours()`. */
  condition: LogCondition
}

/** How many logs of each level there are, by hours from `fromHour` to before `beforeHour`. */
export async function countLogHours(db: Kysely<Database>, counted: CountedHours): Promise<LogHourCount[]> {
  const { projectIds, environment, fromHour, beforeHour, condition } = counted
  if (projectIds.length === 0) return []
  const rows = await db
    .selectFrom('log_hour')
    .innerJoin('project', 'project.id', 'log_hour.project_id')
    .select(['hour', 'level', ({ fn }) => fn.sum<number>('quantity').as('quantity')])
    .where('project_id', 'in', projectIds)
    .where('hour', '>=', fromHour)
    .where('hour', '<', beforeHour)
    .$if(environment !== undefined, (query) => query.where('environment', '=', environment ?? ''))
    .where(({ eb, ref }) => {
      const columns = { environment: ref('log_hour.environment'), projectSlug: ref('project.slug') }
      return testCondition<LogTest>(condition, {
        test(test): Expression<SqlBool> {
          if (test.kind === 'level') {
            return test.levels.length === 0 ? never : eb('log_hour.level', 'in', test.levels)
          }
          if (test.kind === 'column' && test.column !== 'release') {
            return like(columns[test.column], test.pattern)
          }
          throw new Error(`Cannot count logs by hour: hours do not know ${test.kind}`)
        },
      })
    })
    .groupBy(['hour', 'level'])
    .orderBy('hour')
    .execute()
  return rows.map((row) => ({ ...row, level: row.level as LogLevel })) // the writer stores no others
}

/** Counts one project's logs that columns can tell, row by row: the caller bounds the period. */
export async function countLogRows(
  db: Kysely<Database>,
  counted: {
    projectId: number
    projectSlug: string
    environment: string | undefined
    fromUs: number
    beforeUs: number
    condition: LogCondition
  },
): Promise<LogHourCount[]> {
  const { projectId, projectSlug, environment, fromUs, beforeUs, condition } = counted
  const hour = sql<number>`log.timestamp_us / 3600000000`
  const rows = await db
    .selectFrom('log')
    .select(['level', hour.as('hour'), ({ fn }) => fn.countAll<number>().as('quantity')])
    .where('project_id', '=', projectId)
    .where('timestamp_us', '>=', fromUs)
    .where('timestamp_us', '<', beforeUs)
    .$if(environment !== undefined, (query) => query.where('environment', '=', environment ?? ''))
    .where((eb) => testLog(eb, condition, projectSlug))
    .groupBy([hour, 'level'])
    .execute()
  return rows.map((row) => ({ ...row, level: row.level as LogLevel }))
}
