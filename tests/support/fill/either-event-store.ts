import type { Store } from '#server/store/engine/store.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

export interface EitherEventStore {
  store: Store
  /** Stores and counts one event of a project, as it arrived at a time. */
  send(event: Record<string, unknown>, sender?: { projectId: number; keyId: number }): Promise<void>
  /** The same of many, as one batch of the writer. */
  sendAll(
    events: readonly Record<string, unknown>[],
    sender?: { projectId: number; keyId: number },
  ): Promise<void>
  close(): Promise<void>
}

/** A store of this engine, with the work of the writer's threads done in this one. */
export async function openEitherEventStore(engine: Engine, clock: () => number): Promise<EitherEventStore> {
  const opened = engine === 'sqlite' ? await openEventStore(clock) : await openPostgresEventStore({ clock })
  async function sendAll(events: readonly Record<string, unknown>[], sender = { projectId: 1, keyId: 1 }) {
    const envelopes = events.map((event) => ({ ...sender, receivedAt: clock(), body: envelopeOf(event) }))
    const { results } = await opened.writeBatch(envelopes, [])
    const refused = results.find(({ status }) => status !== 200)
    if (refused !== undefined) throw new Error(`Cannot send: ${JSON.stringify(refused)}`)
    if ('fold' in opened) await opened.fold()
  }
  return {
    store: opened.store,
    send: (event, sender) => sendAll([event], sender),
    sendAll,
    close: opened.close,
  }
}

function envelopeOf(event: Record<string, unknown>): Uint8Array {
  const lines = [{ event_id: event.event_id }, { type: 'event' }, event]
  return new TextEncoder().encode(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
}
