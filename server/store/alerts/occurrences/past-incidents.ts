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

/** The certificates that checks saw last and that came so near to their ends in a time, in that order. */
export async function listCertificateEnds(
  db: Kysely<Database>,
  { after, before, warning }: { after: number; before: number; warning: number },
) {
  const rows = await db
    .selectFrom('uptime_check')
    .innerJoin('project', 'project.id', 'uptime_check.project_id')
    .select(['uptime_check.id', 'uptime_check.project_id as projectId', 'uptime_check.name'])
    .select(['uptime_check.url', 'project.slug as projectSlug'])
    .select(({ ref }) => ref('uptime_check.certificate_ends_at').$notNull().as('endsAt'))
    .where('uptime_check.certificate_ends_at', '>', after + warning)
    .where('uptime_check.certificate_ends_at', '<=', before + warning)
    .orderBy('uptime_check.certificate_ends_at')
    .execute()
  return rows.map(({ url, ...row }) => ({ ...row, target: { url } }))
}
