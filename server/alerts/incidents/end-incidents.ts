import type { Transaction } from 'kysely'
import { projectPath } from '#renderer/paths.ts'
import { beginTitle } from '#server/alerts/compose/words.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import {
  endIncident,
  listOver,
  listUntoldAcknowledged,
  noteAcknowledged,
  type OverIncident,
} from '#server/store/alerts/incidents.ts'
import {
  endOccurrenceIncident,
  listOverOccurrences,
  listUntoldCared,
  noteCared,
} from '#server/store/alerts/occurrences/incidents.ts'
import { insertReady } from '#server/store/alerts/ready-messages.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'

interface EndingOptions {
  /** Milliseconds since the epoch. */
  now: number
  /** Where links lead: the desk's address. */
  publicUrl: string
  /** Gives the key of each message. */
  newKey: () => string
}

const SLICE = 100

/**
 * Ends the incidents of issues that were resolved, merged or deleted: an incident is forgotten in the transaction that makes the
 * message, so that its end is told once, by however many processes. No mute and no ceiling holds: it wakes nobody.
 */
export async function endIncidents(
  store: Pick<Store, 'db' | 'writeInTurn'>,
  options: EndingOptions,
): Promise<void> {
  while ((await listOver(store.db, 1)).length > 0) {
    await store.writeInTurn((trx) => endSlice(trx, options), 'alerts')
  }
  if ((await listOverOccurrences(store.db, options.now)).length > 0) {
    await store.writeInTurn((trx) => endOccurrences(trx, options), 'alerts')
  }
}

/** Tells services that somebody takes care of incidents, each once. */
export async function acknowledgeIncidents(
  store: Pick<Store, 'db' | 'writeInTurn'>,
  options: EndingOptions,
): Promise<void> {
  while ((await listUntoldAcknowledged(store.db, 1)).length > 0) {
    await store.writeInTurn(async (trx) => {
      for (const incident of await listUntoldAcknowledged(trx, SLICE))
        if (await noteAcknowledged(trx, incident)) await tellAcknowledged(trx, incident, options)
    }, 'alerts')
  }
  while ((await listUntoldCared(store.db, 1)).length > 0) {
    await store.writeInTurn(async (trx) => {
      for (const incident of await listUntoldCared(trx, SLICE)) {
        const named = { channelId: incident.channelId, subjectId: incident.subject.id }
        if (await noteCared(trx, named)) await tellAcknowledged(trx, incident, options)
      }
    }, 'alerts')
  }
}

async function tellAcknowledged(
  trx: Transaction<Database>,
  incident: Omit<OverIncident, 'issueId' | 'isResolved'>,
  options: EndingOptions,
): Promise<void> {
  const { projectId, channelId, projectName, subject } = incident
  const isIssue = subject.kind === 'issue'
  const begin = isIssue ? beginTitle('acknowledged', projectName, 1) : `Acknowledged in ${projectName}`
  const content = compose({ ...incident, isResolved: true }, options)
  const happening = 'acknowledged' as const
  const title = `${begin}: ${subject.title}`
  await insertReady(trx, { projectId, channelId, content: { ...content, happening, title } })
}

/** Those of monitors and checks that work again, or are gone, of which the channel heard nothing else. */
async function endOccurrences(trx: Transaction<Database>, options: EndingOptions): Promise<void> {
  for (const incident of await listOverOccurrences(trx, options.now)) {
    const { projectId, channelId, subject } = incident
    if (!(await endOccurrenceIncident(trx, { channelId, subjectId: subject.id }))) continue
    const content = compose({ ...incident, isResolved: true }, options)
    await insertReady(trx, { projectId, channelId, content })
  }
}

async function endSlice(trx: Transaction<Database>, options: EndingOptions): Promise<void> {
  for (const incident of await listOver(trx, SLICE)) {
    if (!(await endIncident(trx, incident))) continue
    const { projectId, channelId } = incident
    await insertReady(trx, { projectId, channelId, content: compose(incident, options) })
  }
}

function compose(
  { projectSlug: slug, projectName: name, subject, isResolved }: Omit<OverIncident, 'issueId'>,
  { now: at, publicUrl, newKey }: EndingOptions,
): AlertMessage {
  return {
    ...{ key: newKey(), happening: 'resolved', urgency: 'normal', isTest: false, rule: undefined, at },
    project: { slug, name, url: `${publicUrl}${projectPath(slug)}` },
    title: `${subject.kind === 'issue' ? beginTitle('resolved', name, 1) : `Over in ${name}`}: ${subject.title}`,
    note: isResolved ? undefined : 'It was merged into another issue, or deleted.',
    ...{ subjects: [subject], more: 0 },
    url: subject.url, // the incident's key has its host, whatever the desk's address is by now
  }
}
