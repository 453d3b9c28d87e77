import { fillDemo } from '#server/demo/fill-demo.ts'
import type { Store } from '#server/store/engine/store.ts'
import { DEMO_MARK, insertProject } from '#server/store/projects/projects.ts'
import { anEnvelopeOf, aTransaction, type SampleItem } from '#tests/support/builders/sample-traces.ts'
import { randomHex, seededRandom } from '#tests/support/fill/seeded-random.ts'
import { isFull } from '#tests/support/run/doses.ts'
import { DAY_START, listDayBatches } from '#tests/support/seeded-day/day.ts'
import { anErrorWithDigest } from '#tests/support/seeded-day/items.ts'
import type { EventStore } from '#tests/support/store/event-store.ts'

/** Projects of which one is hidden from somebody. The one that its pages are asked about is called `demo`. */
export interface TwoProjects {
  demoId: number
  hiddenId: number
}

/** When both projects have got everything that they have. */
export const FILLED_AT = Date.UTC(2026, 8, 21, 22)

/** Fills two projects: in `npm run test:long` with two demos, otherwise with the items of the seeded day. */
export async function fillTwoProjects(opened: EventStore): Promise<TwoProjects> {
  return isFull ? fillTwoDemos(opened) : fillTwoDays(opened)
}

/** Two demos, of which the first becomes another project. */
async function fillTwoDemos({ store, file }: EventStore): Promise<TwoProjects> {
  const hiddenId = await fill(store, file, 2)
  await store.write(async (trx) => {
    await trx
      .updateTable('project')
      .set({ slug: 'hidden', name: 'Hidden' })
      .where('id', '=', hiddenId)
      .execute()
    await trx.deleteFrom('project_setting').where('key', '=', DEMO_MARK).execute()
  })
  return { hiddenId, demoId: await fill(store, file, 1) }
}

async function fill(store: Store, place: string, seed: number): Promise<number> {
  const filled = await fillDemo({ store, place, now: FILLED_AT, seed })
  if ('refusal' in filled) throw new Error(filled.refusal)
  return filled.projectId
}

/** The day's two projects, each with an error that has a digest and a trace with a request. */
async function fillTwoDays({ store, writeBatch }: EventStore): Promise<TwoProjects> {
  const [demoId, hiddenId] = [await addProject(store, 'demo'), await addProject(store, 'hidden')]
  const of = (projectId: number) => ({ projectId, keyId: projectId })
  const batches = listDayBatches().map(({ envelopes }) =>
    envelopes.map((envelope) => ({ ...envelope, ...of(envelope.projectId === 1 ? demoId : hiddenId) })),
  )
  const traced = [demoId, hiddenId].flatMap((id) =>
    aTracedError(id).map((item) => ({
      ...of(id),
      receivedAt: FILLED_AT,
      body: new Uint8Array(anEnvelopeOf(item)),
    })),
  )
  for (const envelopes of [...batches, traced]) {
    const { failure } = writeBatch(envelopes, [])
    if (failure !== undefined) throw new Error(`Cannot fill two projects: ${failure}`)
  }
  return { demoId, hiddenId }
}

async function addProject(store: Store, slug: string): Promise<number> {
  const project = { slug, name: slug, publicKey: slug.padEnd(32, 'x'), now: DAY_START }
  return (await store.write((trx) => insertProject(trx, project))).id
}

function aTracedError(seed: number): SampleItem[] {
  const moment = { now: FILLED_AT, random: seededRandom(seed) }
  const trace = { trace_id: randomHex(moment.random, 32), span_id: randomHex(moment.random, 16) }
  const { payload } = anErrorWithDigest(moment)
  const error = { ...(payload as object), contexts: { trace } } // as anErrorWithDigest made it
  const times = { start_timestamp: FILLED_AT / 1_000 - 1, timestamp: FILLED_AT / 1_000 }
  return [
    { type: 'event', payload: error },
    aTransaction([], { ...times, contexts: { trace: { ...trace, op: 'http.server' } } }),
  ]
}
