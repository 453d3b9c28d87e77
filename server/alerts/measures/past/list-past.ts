import type { Kysely } from 'kysely'
import type { MeasuredProject } from '#server/alerts/measures/measured.ts'
import { toOccurrence } from '#server/alerts/measures/to-occurrence.ts'
import type { PastOccurrence } from '#server/alerts/occurrences/past.ts'
import type { MeasuredHappening, Rule } from '#server/models/alerts/rules.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { listPastCrashFree } from './crash-free.ts'
import { listPastQuota, listPastRefused } from './limits.ts'
import { listPastMissingMaps } from './missing-maps.ts'
import { type PastMeasuring, type PastStep, replay } from './replay.ts'
import { listPastSlower, MOST_RELEASES } from './slower.ts'

const BY_THE_HOUR = 'Computed from what is counted by the hour, so times and numbers are approximate.'

/** What is not known of the past. */
const NOTES: Record<Exclude<MeasuredHappening, 'disk-full'>, string> = {
  'crash-free-sessions': BY_THE_HOUR,
  'crash-free-users': `${BY_THE_HOUR} Only the ten releases with the most sessions of each project are looked at.`,
  'slower-release': `Only the ${MOST_RELEASES} newest releases of each project are looked at.`,
  'maps-missing':
    'Stacks that have found their source maps since are not counted: the desk does not keep that they waited.',
  'quota-near': `${BY_THE_HOUR} The limits are those of today.`,
  'intake-refused': BY_THE_HOUR,
}

interface Asked {
  rule: Pick<Rule, 'threshold'> & { happening: MeasuredHappening }
  projects: readonly MeasuredProject[]
  since: number
  now: number
}

/** When what a rule measures reached its limit, the oldest first; or why nobody knows. */
export async function listPastMeasured(
  db: Kysely<Database>,
  { rule: { happening, threshold }, projects, since, now }: Asked,
): Promise<{ past: PastOccurrence[]; note: string } | { unknown: string }> {
  if (happening === 'disk-full')
    return { unknown: 'There is no preview: the desk does not keep how much of its disk was free.' }
  if (threshold === null) return { past: [], note: NOTES[happening] }
  const hours = { firstHour: Math.floor(since / HOUR_MS), lastHour: Math.floor(now / HOUR_MS) }
  const measuring: PastMeasuring = { db, happening, threshold, projects, ...hours }
  const past: PastOccurrence[] = []
  for (const project of projects) {
    for (const { hour, measured } of replay(await listSteps(happening, measuring, project))) {
      const at = hour * HOUR_MS
      // What held before these days began was told before them.
      if (at > since) past.push({ ...toOccurrence(measured, { ruleId: 0, happening, publicUrl: '' }), at })
    }
  }
  if (past.length === 0 && happening === 'maps-missing')
    return {
      unknown:
        'No release has so many issues that wait for source maps. The desk does not keep which have waited before.',
    }
  return { past: past.toSorted((one, other) => one.at - other.at), note: NOTES[happening] }
}

function listSteps(
  happening: Exclude<MeasuredHappening, 'disk-full'>,
  measuring: PastMeasuring,
  project: MeasuredProject,
): Promise<readonly PastStep[]> {
  switch (happening) {
    case 'crash-free-sessions':
    case 'crash-free-users':
      return listPastCrashFree(measuring, project)
    case 'slower-release':
      return listPastSlower(measuring, project)
    case 'maps-missing':
      return listPastMissingMaps(measuring, project)
    case 'quota-near':
      return listPastQuota(measuring, project)
    case 'intake-refused':
      return listPastRefused(measuring, project)
  }
}
