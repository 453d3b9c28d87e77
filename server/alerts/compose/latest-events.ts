import type { Kysely } from 'kysely'
import { eventPath } from '#renderer/paths.ts'
import type { AlertEvent } from '#server/models/alerts/messages.ts'
import { tagsOf } from '#server/processing/tags.ts'
import { findPayload } from '#server/store/engine/payload-blocks.ts'
import { findNewestEventRow } from '#server/store/events/events.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** By the ids of their issues; undefined where none is kept. */
export type LatestEvents = Map<number, AlertEvent | undefined>

const LONGEST_MESSAGE = 8_000
const MOST_TAGS = 50
const LONGEST_TAG = 200

/** Reads the latest events of these issues, except of those in `known`, and adds them to it. */
export async function readLatestEvents(
  db: Kysely<Database>,
  ids: readonly number[],
  { known, publicUrl }: { known: LatestEvents; publicUrl: string },
): Promise<void> {
  for (const id of ids) {
    if (known.has(id)) continue
    // A message without its event tells more than none, which a block that cannot be read would make of it.
    known.set(id, await readLatestEvent(db, id, publicUrl).catch(() => undefined))
  }
}

async function readLatestEvent(
  db: Kysely<Database>,
  issueId: number,
  publicUrl: string,
): Promise<AlertEvent | undefined> {
  const row = await findNewestEventRow(db, issueId)
  if (row === undefined) return undefined
  const payload = await findPayload(db, row)
  if (payload === undefined) return undefined
  const tags = [...tagsOf(payload)].filter(([name]) => !isPrivate(name))
  return {
    id: row.eventId,
    url: `${publicUrl}${eventPath(issueId, row.eventId)}`,
    platform: payload.platform,
    message: (payload.message ?? row.value).slice(0, LONGEST_MESSAGE).toWellFormed(),
    tags: tags.slice(0, MOST_TAGS).map(([name, value]) => [cut(name), cut(value)]),
  }
}

/** Who met the error, and with which request, stays on the desk. */
function isPrivate(name: string): boolean {
  return /^(?:url|user|request)(?:$|[._])/.test(name)
}

function cut(text: string): string {
  return text.length <= LONGEST_TAG ? text : `${text.slice(0, LONGEST_TAG - 1)}…`.toWellFormed()
}
