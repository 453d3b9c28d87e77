import { monitorPath, monitorsPath, projectPath } from '#renderer/paths.ts'
import type { AlertMessage, AlertSubject } from '#server/models/alerts/messages.ts'
import type { Run } from '#server/monitors/monitor-state.ts'
import type { MonitorChange } from './find-changes.ts'

const MOST_SUBJECTS = 5

interface Composing {
  project: { slug: string; name: string }
  publicUrl: string
  key: string
  at: number
}

/** Makes the message about monitors of a project that all fail, or all recovered. */
export function compose(
  changes: readonly MonitorChange[],
  { project, publicUrl, key, at }: Composing,
): AlertMessage {
  const subjects = changes.slice(0, MOST_SUBJECTS).map((change) => toSubject(change, publicUrl))
  const isFailing = changes.some(({ verdict }) => verdict.isFailing)
  const [first] = subjects
  const isAlone = changes.length === 1 && first !== undefined
  return {
    ...{ key, at, subjects, isTest: false, rule: undefined, note: undefined },
    happening: isFailing ? 'monitor-failed' : 'monitor-recovered',
    urgency: isFailing ? 'urgent' : 'normal',
    project: { ...project, url: `${publicUrl}${projectPath(project.slug)}` },
    title: isAlone
      ? `${titleOf(changes[0]?.verdict.run)} in ${project.name}: ${first.title}`
      : `${changes.length} monitors ${isFailing ? 'failed' : 'recovered'} in ${project.name}`,
    more: changes.length - subjects.length,
    url: isAlone ? first.url : `${publicUrl}${monitorsPath({ project: project.slug })}`,
  }
}

function toSubject(
  { monitorId, slug, environment, projectSlug, verdict }: MonitorChange,
  publicUrl: string,
): AlertSubject {
  return {
    kind: 'monitor',
    id: `monitor:${monitorId}:${environment}`,
    title: slug,
    detail: detailOf(verdict.run),
    level: verdict.isFailing ? 'error' : 'info',
    environment,
    url: `${publicUrl}${monitorPath(projectSlug, slug)}`,
    ...{ shortId: undefined, release: undefined, acknowledgeUrl: undefined, event: undefined },
    ...{ events: undefined, users: undefined, firstSeen: undefined, lastSeen: undefined },
  }
}

function titleOf(run: Run | undefined): string {
  switch (run?.state) {
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
