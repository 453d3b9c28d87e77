import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import { type MeasuredHappening, RULE_SUBJECTS } from '#server/models/alerts/rules.ts'
import type { Measured } from './measured.ts'

/** What a rule tells of a value that reached its limit. */
export function toOccurrence(
  { projectId, key, name, detail, beginning, release, path }: Measured,
  { ruleId, happening, publicUrl }: { ruleId: number; happening: MeasuredHappening; publicUrl: string },
): Occurrence {
  return {
    ...{ happening, projectId, beginning },
    facts: { name, environment: null, reason: null },
    subject: {
      ...{ kind: RULE_SUBJECTS[happening], id: `measure:${ruleId}:${key}`, title: name, detail, release },
      ...{ level: 'warning', url: `${publicUrl}${path}`, shortId: undefined, environment: undefined },
      ...{ acknowledgeUrl: undefined, event: undefined, events: undefined, users: undefined },
      ...{ firstSeen: undefined, lastSeen: undefined },
    },
  }
}
