import { anEnvelopeOf, type SampleItem } from '#tests/support/builders/sample-traces.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'
import { serveApi } from './open-api.ts'

/** The API of a store, with what SDKs send to its first project an hour before. It must be closed. */
export async function openFedApi(engine: Engine, now: number) {
  const clock = () => now
  const opened = engine === 'sqlite' ? await openEventStore(clock) : await openPostgresEventStore({ clock })
  async function send(...items: SampleItem[]) {
    for (const item of items) {
      const body = new Uint8Array(anEnvelopeOf(item))
      const receivedAt = now - 3_600_000
      const { results } = await opened.writeBatch([{ projectId: 1, keyId: 1, receivedAt, body }], [])
      if (results[0]?.status !== 200) throw new Error(`Cannot send: ${JSON.stringify(results)}`)
    }
    if ('fold' in opened) await opened.fold()
  }
  const api = await serveApi(opened.store, now)
  async function close() {
    await api.close()
    await opened.close()
  }
  return { ...api, send, close }
}
