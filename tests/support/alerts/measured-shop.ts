import { onTestFinished } from 'vitest'
import { measure } from '#server/alerts/measures/measure.ts'
import type { MeasuredHappening, Threshold } from '#server/models/alerts/rules.ts'
import { QuantileSketch } from '#server/processing/sketches/quantile-sketch.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { openEitherEventStore } from '#tests/support/fill/either-event-store.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'

const HOUR_MS = 3_600_000
export const NOW = Date.UTC(2026, 10, 25, 9, 30)
export const HOUR = Math.floor(NOW / HOUR_MS)

/** A store with the project `shop`, of which a test says what was counted. */
export async function openShop(engine: Engine) {
  const opened = await openEitherEventStore(engine, () => NOW)
  onTestFinished(() => opened.close())
  const { store } = opened
  const project = { slug: 'shop', name: 'Shop', publicKey: 'shop'.repeat(8), now: 0 }
  const { id, keyId } = await store.write(async (trx) => {
    const made = await insertProject(trx, project)
    const key = await trx
      .selectFrom('project_key')
      .select('id')
      .where('project_id', '=', made.id)
      .executeTakeFirstOrThrow()
    return { id: made.id, keyId: key.id }
  })
  const projects = [{ id, slug: 'shop', name: 'Shop' }]
  return {
    ...{ store, id, keyId, projects },
    send: (event: Record<string, unknown>) => opened.send(event, { projectId: id, keyId }),
    /** What is measured now, as `[name, detail, state]`. */
    async read(happening: MeasuredHappening, threshold: Partial<Threshold>) {
      const readFreeBytes = async () => Number.POSITIVE_INFINITY
      const whole = { count: 0, minutes: 60, percent: 0, ...threshold }
      const asked = { db: store.db, happening, threshold: whole, projects, now: NOW, readFreeBytes }
      const all = await measure(asked)
      return all.map(({ name, detail, isReached, isOver }) => [
        name,
        detail,
        isReached ? 'reached' : isOver ? 'over' : 'between',
      ])
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

export async function setSessions(
  { store, id }: Shop,
  healths: { ok: number; crashed: number },
): Promise<void> {
  await store.write(async (trx) => {
    await trx.deleteFrom('release_session_hour').execute()
    for (const [health, quantity] of Object.entries(healths)) {
      const row = { project_id: id, hour: HOUR, release: 'shop@2', environment: '', health, quantity }
      await trx.insertInto('release_session_hour').values(row).execute()
    }
  })
}

export async function setOutcomes(
  { store, id, keyId }: Shop,
  rows: readonly { hour: number; outcome: string; reason: string; quantity: number }[],
): Promise<void> {
  await store.write(async (trx) => {
    await trx.deleteFrom('outcome').execute()
    for (const row of rows)
      await trx
        .insertInto('outcome')
        .values({ project_id: id, key_id: keyId, category: 'error', ...row })
        .execute()
  })
}

export async function addTimes(
  { store, id }: Shop,
  hour: number,
  { ms, count }: { ms: number; count: number },
) {
  const sketch = new QuantileSketch()
  for (let number = 0; number < count; number++) sketch.add(ms * 1_000)
  const row: Database['performance_hour'] = {
    ...{ project_id: id, hour, kind: 'route', name: 'GET /cart', op: 'http.server', side: 'server' },
    ...{ environment: '', quantity: count, failures: 0, total_ms: ms * count, sketch: sketch.encode() },
    examples: new Uint8Array(),
  }
  await store.write((trx) => trx.insertInto('performance_hour').values(row).execute())
}
