import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import type { Store } from '#server/store/engine/store.ts'
import { deleteProject } from '#server/store/projects/demo-project.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import { anEnvelopeOf, aSpanId, aTransaction } from '#tests/support/builders/sample-traces.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const NOW = Date.UTC(2026, 8, 21)
const EVERYTHING = { collapsed: new Set<string>(), open: new Set<string>(), at: 0 }

describe.each(ENGINES)('a trace that was looked at, on %s', (engine) => {
  let opened: {
    store: Store
    writeBatch(envelopes: SubmittedEnvelope[], refused: []): unknown
    close(): Promise<void>
  }
  let now = NOW

  beforeAll(async () => {
    opened = await (engine === 'sqlite'
      ? openEventStore(() => now)
      : openPostgresEventStore({ clock: () => now, folds: true }))
  })

  afterAll(() => opened.close())

  /** A transaction without further spans. */
  async function send(projectId: number, traceId: string, root: number): Promise<void> {
    const trace = { trace_id: traceId, span_id: aSpanId(root), op: 'http.server', status: 'ok' }
    const body = anEnvelopeOf(aTransaction([], { event_id: traceId.slice(1) + root, contexts: { trace } }))
    const envelope = { projectId, keyId: projectId, receivedAt: now, body }
    expect(await opened.writeBatch([envelope], [])).toMatchObject({ results: [{ status: 200 }] })
  }

  /** The project of each span, as its page lists them. */
  async function look(traceId: string): Promise<string[] | undefined> {
    const desk = createDesk({
      store: opened.store,
      sees: 'all',
      viewer: undefined,
      publicUrl: 'http://desk.test',
      clock: () => now,
    })
    const shown = await desk.traces.show(traceId, EVERYTHING)
    return shown?.rows.filter(({ kind }) => kind === 'span').map(({ projectSlug }) => projectSlug)
  }

  async function addProject(slug: string): Promise<number> {
    const project = { slug, name: slug, publicKey: slug.padEnd(32, 'x'), now }
    return (await opened.store.write((trx) => insertProject(trx, project))).id
  }

  const remove = (id: number) => opened.store.writeAlone([id], (trx) => deleteProject(trx, id))

  it('has the spans that came since', async () => {
    const trace = 'a'.repeat(32)
    await send(1, trace, 1)
    expect(await look(trace)).toEqual(['crumbtrail'])
    await send(1, trace, 2)
    expect(await look(trace)).toEqual(['crumbtrail', 'crumbtrail'])
  })

  it('is gone when its project is deleted', async () => {
    const trace = 'b'.repeat(32)
    const shop = await addProject('shop')
    await send(shop, trace, 1)
    expect(await look(trace)).toEqual(['shop'])
    await remove(shop)
    expect(await look(trace)).toBeUndefined()
  })

  it('shows the part that got the id of a deleted one, as happens on SQLite', async () => {
    const trace = 'c'.repeat(32)
    const cart = await addProject('cart')
    await send(1, trace, 1)
    await send(cart, trace, 2)
    expect((await look(trace))?.toSorted()).toEqual(['cart', 'crumbtrail'])
    await remove(cart)
    now += 1_000
    await send(1, trace, 3)
    expect(await look(trace)).toEqual(['crumbtrail', 'crumbtrail'])
  })
})
