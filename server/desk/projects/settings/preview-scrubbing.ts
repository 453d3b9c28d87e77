import * as v from 'valibot'
import type { Refusal } from '#server/models/refusal.ts'
import type { ScrubbingPreview } from '#server/models/settings/project-settings.ts'
import { scrub } from '#server/processing/scrubbing/scrub.ts'
import { scrubberFor } from '#server/processing/secrets/scrubber.ts'
import { projectSettingSchemas } from '#server/protocol/project-settings.ts'
import { getPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findNewestEventRow } from '#server/store/events/events.ts'
import { findLatestIssue } from '#server/store/issues/issues.ts'
import { findProjectId } from '#server/store/projects/projects.ts'
import { listTextDifferences } from './text-differences.ts'

const MOST_SHOWN = 100
const LONGEST_SHOWN = 200

/**
 * Scrubs the last event of a project as these settings would. The event is stored as it was scrubbed when it came, so what an
 * exemption would keep cannot be shown. Undefined where there is no event.
 */
export async function previewScrubbing(
  { db }: Store,
  slug: string,
  settings: object,
): Promise<ScrubbingPreview | Refusal | undefined> {
  const read = v.safeParse(projectSettingSchemas.scrubbing, settings)
  if (!read.success) {
    const [{ message, path }] = read.issues
    const field = String(path?.[0].key ?? '')
    return { refusal: `Cannot preview the scrubbing: ${message}`, ...(field !== '' && { field }) }
  }
  const project = await findProjectId(db, slug)
  const issue = project && (await findLatestIssue(db, project.id))
  const event = issue && (await findNewestEventRow(db, issue.id))
  if (!event) return undefined
  const payload = await getPayload(db, event)
  const { differences, hasMore } = differencesOf(payload, scrub(payload, scrubberFor(read.output)))
  const { issueId, eventId, receivedAt } = event
  return { issueId, eventId, receivedAt, filtered: differences, hasMore }
}

function differencesOf(before: unknown, after: unknown) {
  const found = listTextDifferences(before, after, MOST_SHOWN + 1)
  const differences = found.slice(0, MOST_SHOWN).map((difference) => ({
    path: difference.path.slice(0, LONGEST_SHOWN),
    before: difference.before.slice(0, LONGEST_SHOWN),
    after: difference.after.slice(0, LONGEST_SHOWN),
  }))
  return { differences, hasMore: found.length > MOST_SHOWN }
}
