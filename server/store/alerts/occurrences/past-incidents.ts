import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

const MOST = 20_000

/** The incidents of checks that began after a time, or ended by themselves after it; the oldest first. */
export async function listPastIncidents(db: Kysely<Database>, since: number, time: 'began_at' | 'ended_at') {
  const rows = await db
    .selectFrom('uptime_incident')
    .innerJoin('uptime_check', 'uptime_check.id', 'uptime_incident.check_id')
    .innerJoin('project', 'project.id', 'uptime_check.project_id')
    .select(['uptime_check.id', 'uptime_check.project_id as projectId', 'uptime_check.name'])
    .select(['uptime_check.url', 'project.slug as projectSlug', 'uptime_incident.reason'])
    .select(({ ref }) => ref(`uptime_incident.${time}`).$notNull().as('at'))
    .where(`uptime_incident.${time}`, '>', since)
    .$if(time === 'ended_at', (all) => all.where('uptime_incident.ended_by', '=', 'recovered'))
    .orderBy(`uptime_incident.${time}`)
    .limit(MOST)
    .execute()
  return rows.map(({ url, ...row }) => ({ ...row, target: { url } }))
}
