import type { Grouping } from '#server/processing/grouping/grouping.ts'
import type { SentGrouping } from '#server/processing/grouping/sent-grouping.ts'
import type { Title } from '#server/processing/title.ts'
import { causeKeyOf } from '#server/store/events/echo-causes.ts'
import type { PreparedEvent } from '#server/writer/batch/prepare.ts'
import { parseDigest } from '#telemetry/errors/digest.ts'

/** The change of an issue by the events of a batch that have one grouping key. */
export interface IssueChange extends Omit<Grouping, 'formerKey'>, Title {
  projectId: number
  level: string
  isUnhandled: boolean
  fault: string | null
  firstSeen: number
  lastSeen: number
  eventCount: number
  /** The keys of its events by version 1, where they are others. */
  formerKeys: string[]
  /** How its events were grouped before their source maps came. */
  sentAs: SentGrouping[]
  /** The latest of its events has frames whose source maps may come later. */
  isWaiting: boolean
}

/** The changes by `groupingName`, in the order in which their keys came first. */
export function changesByGrouping(events: readonly PreparedEvent[]): Map<string, IssueChange> {
  const changes = new Map<string, IssueChange>()
  for (const event of events) {
    const { title, projectId, receivedAt } = event
    const { formerKey, ...grouping } = event.grouping
    const name = groupingName(event)
    const earlier = changes.get(name)
    changes.set(name, {
      ...grouping,
      ...title,
      projectId,
      level: event.level,
      isUnhandled: event.isUnhandled || (earlier?.isUnhandled ?? false),
      fault: event.digests.map(digestPrefix).find((prefix) => prefix !== null) ?? earlier?.fault ?? null,
      firstSeen: Math.min(receivedAt, earlier?.firstSeen ?? receivedAt),
      lastSeen: Math.max(receivedAt, earlier?.lastSeen ?? receivedAt),
      eventCount: (earlier?.eventCount ?? 0) + 1,
      formerKeys: withFormer(earlier?.formerKeys ?? [], formerKey),
      sentAs: withSentAs(earlier?.sentAs ?? [], event),
      isWaiting: event.waitingFor.length > 0,
    })
  }
  return changes
}

export function groupingName({ projectId, grouping }: PreparedEvent): string {
  return `${projectId}:${grouping.key}`
}

/** Returns the first half of one of our digests; null for a foreign code. */
export function digestPrefix(digest: string): string | null {
  const parsed = parseDigest(digest)
  return parsed?.kind === 'whole' && parsed.digest === digest ? digest.slice(0, digest.indexOf('-')) : null
}

function withFormer(earlier: string[], key: string | undefined): string[] {
  return key === undefined || earlier.includes(key) ? earlier : [...earlier, key]
}

/** Echoes are grouped by their causes, whatever their frames say. */
function withSentAs(earlier: SentGrouping[], { sentAs, grouping }: PreparedEvent): SentGrouping[] {
  if (sentAs === null || causeKeyOf(grouping.key) !== undefined) return earlier
  const isKnown = earlier.some(
    ({ key, builds }) => key === sentAs.key && builds.every((build, index) => build === sentAs.builds[index]),
  )
  return isKnown ? earlier : [...earlier, sentAs]
}
