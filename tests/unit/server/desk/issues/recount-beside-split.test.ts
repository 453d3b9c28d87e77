import { expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import type { Store } from '#server/store/engine/store.ts'
import { listEditableIssues } from '#server/store/issues/changes/edits.ts'
import { recountSlice, startRecount } from '#server/store/issues/changes/recounts.ts'
import { splitIssue } from '#server/store/issues/changes/split.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'
import { listIssueMistakes } from '#tests/support/postgres/issue-mistakes.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { anEventId, envelopeOf, openEventStore } from '#tests/support/store/event-store.ts'

const START = 1_000 * 3_600_000
/** More than are counted together at the end. */
const EVENTS = 80

async function open(engine: Engine) {
  const clock = () => START
  if (engine === 'postgres') {
    const opened = await openPostgresEventStore({ clock, folds: true })
    onTestFinished(opened.close)
    return opened
  }
  const opened = await openEventStore(clock)
  onTestFinished(opened.close)
  return { ...opened, select: async (sql: string) => opened.connection.prepare(sql).all() }
}

function anEvent(number: number, type: string) {
  const event = {
    event_id: anEventId(number),
    exception: { values: [{ type, value: 'no price' }] },
    release: 'shop@1',
    environment: 'production',
  }
  return { projectId: 1, keyId: 1, receivedAt: START + number, body: envelopeOf(event) }
}

it.each(ENGINES)(
  'an event that a split takes away while it is counted again is not counted, on %s',
  async (engine) => {
    const { store, writeBatch, select } = await open(engine)
    const { issues } = createDesk({
      ...{ sees: 'all', store, clock: () => START, publicUrl: 'https://desk.example', viewer: undefined },
    })
    for (const [place, type] of ['Taken', 'Kept'].entries()) {
      const events = Array.from({ length: EVENTS }, (_, index) => anEvent(1 + place * EVENTS + index, type))
      await writeBatch(events, [])
    }
    await store.settle([1])
    const [kept, taken] = (await issues.list({ limit: 2 })).items.map(({ id }) => id)
    const merged = await issues.change([kept ?? 0, taken ?? 0], [{ kind: 'merge' }])
    const issueId = ('mergedInto' in merged && merged.mergedInto) || 0
    const [grouping] = await store.db
      .selectFrom('event')
      .select('grouping_id as id')
      .orderBy('received_at')
      .limit(1)
      .execute()
    await store.write((trx) => startRecount(trx, 1, issueId))
    // It has read the first event when a split begins the count anew, from the first event as well.
    const writeInTurn: Store['writeInTurn'] = async (fn, turn) => {
      await store.writeAlone([1], async (trx) => {
        const [issue] = await listEditableIssues(trx, [issueId])
        if (issue === undefined) throw new Error('Cannot split: the issue is gone')
        const title = { type: 'Taken', value: '', culprit: '' }
        const split = { groupingIds: [grouping?.id ?? 0], title, level: 'error', lastSeen: START }
        await splitIssue(trx, issue, split, { actor: undefined, now: START })
      })
      return store.writeInTurn(fn, turn)
    }
    await recountSlice({ ...store, writeInTurn }, () => false)
    const { runOnce } = startIssueUpkeep({ store, clock: () => START })
    while (await runOnce());
    expect(await listIssueMistakes(select)).toEqual([])
  },
)
