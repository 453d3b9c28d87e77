import { tell } from '#server/alerts/decide/tell.ts'
import { ofMonitor } from '#server/alerts/occurrences/monitor.ts'
import type { Run } from '#server/monitors/monitor-state.ts'
import type { AlertsBench } from './alerts-bench.ts'

interface AMonitor {
  slug?: string
  environment?: string
  projectId?: number
  state?: Run['state']
}

/** The monitor `backup` of the bench's shop, which missed a run or did whatever is said. */
function aMonitor({
  slug = 'backup',
  environment = 'production',
  projectId = 1,
  state = 'missed',
}: AMonitor) {
  const monitor = { projectId, projectSlug: 'shop', monitorId: slug.length, slug, environment }
  const run: Run = { key: '1', time: Date.UTC(2026, 10, 25, 9), state, durationMs: null, lateMs: null }
  return ofMonitor(monitor, { isFailing: state !== 'ok', run }, 'https://desk.example')
}

/** Lets it happen now, and gives whose subjects somebody is told of. */
export async function happen({ store, now }: AlertsBench, ...monitors: AMonitor[]): Promise<string[]> {
  const project = await store.db
    .selectFrom('project')
    .select('id')
    .where('slug', '=', 'shop')
    .executeTakeFirstOrThrow()
  const occurrences = monitors.map((monitor) => aMonitor({ projectId: project.id, ...monitor }))
  const moment = { now: now(), newKey: () => crypto.randomUUID() }
  return [...(await store.write((trx) => tell(trx, occurrences, moment)))]
}
