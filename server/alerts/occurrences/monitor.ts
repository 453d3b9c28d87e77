import { monitorPath } from '#renderer/paths.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import type { Run } from '#server/monitors/monitor-state.ts'
import type { MonitorVerdict } from '#server/monitors/verdict.ts'

interface NamedMonitor {
  projectId: number
  projectSlug: string
  monitorId: number
  slug: string
  environment: string
}

/** What rules tell of a monitor that fails, or recovered. */
export function ofMonitor(
  { projectId, monitorId, slug, environment, projectSlug }: NamedMonitor,
  { run, isFailing }: MonitorVerdict,
  publicUrl: string,
): Occurrence {
  return {
    happening: isFailing ? 'monitor-failed' : 'monitor-recovered',
    projectId,
    beginning: beginningOf(run),
    facts: { name: slug, environment, reason: isFailing ? reasonOf(run) : null },
    subject: {
      kind: 'monitor',
      id: `monitor:${monitorId}:${environment}`,
      title: slug,
      detail: detailOf(run),
      level: isFailing ? 'error' : 'info',
      environment,
      url: `${publicUrl}${monitorPath(projectSlug, slug)}`,
      ...{ shortId: undefined, release: undefined, acknowledgeUrl: undefined, event: undefined },
      ...{ events: undefined, users: undefined, firstSeen: undefined, lastSeen: undefined },
    },
  }
}

function reasonOf({ state }: Run): string {
  return state === 'missed' ? 'missed' : state === 'timed_out' ? 'unfinished' : 'failed'
}

function beginningOf({ state }: Run): string {
  switch (state) {
    case 'missed':
      return 'Monitor missed a run'
    case 'timed_out':
      return 'Monitor did not finish'
    case 'ok':
      return 'Monitor recovered'
    default:
      return 'Monitor failed'
  }
}

function detailOf({ state, time }: Run): string {
  const at = `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  switch (state) {
    case 'missed':
      return `No check-in came that was due at ${at}`
    case 'timed_out':
      return `The run that began at ${at} has not ended in time`
    case 'ok':
      return `The run of ${at} succeeded`
    default:
      return `The run of ${at} failed`
  }
}
