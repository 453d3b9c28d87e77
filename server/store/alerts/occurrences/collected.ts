import type { Kysely, Transaction } from 'kysely'
import type { Happening } from '#server/models/alerts/happenings.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import { inParts } from '#server/store/rows/in-parts.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A subject is in a message once, as it was last. */
export async function addOccurrences(
  trx: Transaction<Database>,
  added: readonly { messageId: number; occurrence: Occurrence }[],
  at: number,
): Promise<void> {
  const rows = new Map(
    added.map(({ messageId, occurrence }) => {
      const subject = occurrence.subject.id
      const content = JSON.stringify(occurrence)
      return [`${messageId} ${subject}`, { message_id: messageId, subject, content, at }]
    }),
  )
  for (const part of inParts([...rows.values()]))
    await trx
      .insertInto('alert_occurrence')
      .values(part)
      .onConflict((same) =>
        same
          .columns(['message_id', 'subject'])
          .doUpdateSet(({ ref }) => ({ content: ref('excluded.content'), at: ref('excluded.at') })),
      )
      .execute()
}

/** What a message is about, the oldest first. */
export async function listOccurrences(
  db: Kysely<Database>,
  messageId: number,
  limit: number,
): Promise<Occurrence[]> {
  const rows = await db
    .selectFrom('alert_occurrence')
    .select('content')
    .where('message_id', '=', messageId)
    .orderBy('at')
    .orderBy('subject')
    .limit(limit)
    .execute()
  return rows.map(({ content }) => JSON.parse(content) as Occurrence) // written by addOccurrences
}

export async function countOccurrences(db: Kysely<Database>, messageId: number): Promise<number> {
  const { count } = await db
    .selectFrom('alert_occurrence')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Takes a subject out of messages of this happening that were not sent yet. Gives the channels that would have been told. */
export async function takeBack(
  trx: Transaction<Database>,
  { subject, happening }: { subject: string; happening: Happening },
): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('alert_occurrence')
    .innerJoin('alert_message', 'alert_message.id', 'alert_occurrence.message_id')
    .select(['alert_message.id', 'alert_message.channel_id as channelId'])
    .where('alert_occurrence.subject', '=', subject)
    .where('alert_message.state', '=', 'collecting')
    .where('alert_message.happening', '=', happening)
    .execute()
  for (const { id } of rows) {
    await trx
      .deleteFrom('alert_occurrence')
      .where('message_id', '=', id)
      .where('subject', '=', subject)
      .execute()
  }
  return new Set(rows.map(({ channelId }) => channelId))
}
