import { describe, expect, it, onTestFinished } from 'vitest'
import type { EventDetail } from '#server/models/events.ts'
import { anEnvelopeOf, aSpanId, aTransaction, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

const HOUR_MS = 3_600_000
const TRACE = 'f'.repeat(32)

async function openDesk() {
  const opened = await openIssueDesk()
  onTestFinished(() => opened.close())
  return opened
}

async function latestOf(
  { desk }: Awaited<ReturnType<typeof openDesk>>,
  issueId: number,
): Promise<EventDetail> {
  const event = await desk.events.find(issueId, 'latest')
  if (!event) throw new Error('Cannot find the latest event: the issue has none')
  return event
}

describe('desk.events.readView()', () => {
  it('knows the first, the last and the recent event with the most to see, and its place among them', async () => {
    const opened = await openDesk()
    const issueId = await opened.happen('TypeError')
    const first = await latestOf(opened, issueId)
    const inTrace = (traceId: string) => ({ contexts: { trace: { trace_id: traceId, span_id: aSpanId(1) } } })
    await opened.happen('TypeError', { ...inTrace(TRACE_ID), user: { id: '1' } })
    const rich = await latestOf(opened, issueId)
    const body = anEnvelopeOf(aTransaction([{ number: 2, parent: 1 }]))
    opened.writeBatch([{ projectId: 1, keyId: 1, receivedAt: opened.hand.clock(), body }], [])
    // Nothing else is known of this one's trace.
    await opened.happen('TypeError', { ...inTrace(TRACE), user: { id: '2' } })
    const last = await latestOf(opened, issueId)
    const navigation = {
      firstEventId: first.eventId,
      lastEventId: last.eventId,
      recommendedEventId: rich.eventId,
    }
    const waysOf = async (event: EventDetail) => (await opened.desk.events.readView(event)).ways
    expect(await waysOf(last)).toEqual({ ...navigation, place: { older: 2, newer: 0 } })
    expect(await waysOf(first)).toEqual({ ...navigation, place: { older: 0, newer: 2 } })
    expect((await opened.desk.events.find(issueId, 'recommended'))?.eventId).toBe(rich.eventId)
  })

  it('recommends the newest of equals, and the one with the most to say', async () => {
    const opened = await openDesk()
    await opened.happen('TypeError')
    const issueId = await opened.happen('TypeError')
    const plain = await latestOf(opened, issueId)
    expect((await opened.desk.events.readView(plain)).ways.recommendedEventId).toBe(plain.eventId)
    await opened.happen('TypeError', { extra: { much: 'x'.repeat(2_000) } })
    const telling = await latestOf(opened, issueId)
    await opened.happen('TypeError')
    const view = await opened.desk.events.readView(await latestOf(opened, issueId))
    expect(view.ways.recommendedEventId).toBe(telling.eventId)
  })

  it('has the trace around the event only where there is more of it', async () => {
    const opened = await openDesk()
    const contexts = { trace: { trace_id: TRACE, span_id: 'a'.repeat(16) } }
    const issueId = await opened.happen('TypeError', { contexts })
    expect((await opened.desk.events.readView(await latestOf(opened, issueId))).trace).toBeNull()
    await opened.happen('RangeError', { contexts })
    const { trace } = await opened.desk.events.readView(await latestOf(opened, issueId))
    expect(trace).toMatchObject({ traceId: TRACE, spanCount: 0, errorCount: 2 })
    expect(trace?.rows.map(({ name, isHere }) => [name, isHere])).toEqual([
      ['TypeError: no price', true],
      ['RangeError: no price', false],
    ])
  })
})

describe('desk.issues.readHistory()', () => {
  const upTo = (now: number, { bars, barHours }: { bars: number; barHours: number }) => {
    const end = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS
    return { start: end - bars * barHours * HOUR_MS, barMs: barHours * HOUR_MS, bars }
  }

  it('counts in bars, and knows releases and deploys meanwhile', async () => {
    const opened = await openDesk()
    const { desk, hand } = opened
    hand.advance(100 * HOUR_MS)
    const issueId = await opened.happen('TypeError', { release: 'shop@1.0.0' })
    hand.advance(7 * HOUR_MS)
    await opened.happen('TypeError', { release: 'shop@1.1.0' })
    await opened.happen('TypeError', { release: 'shop@1.1.0' })
    const deploy = { environment: 'production', name: null, url: null, startedAt: null, finishedAt: null }
    await desk.releases.addDeploy('shop@1.1.0', deploy)
    const history = await desk.issues.readHistory(issueId, upTo(hand.clock(), { bars: 4, barHours: 6 }))
    expect(history?.counts).toEqual([0, 0, 1, 2])
    expect(history?.barMs).toBe(6 * HOUR_MS)
    expect(history?.marks.map(({ kind, version, environment }) => [kind, version, environment])).toEqual([
      ['release', 'shop@1.0.0', null],
      ['release', 'shop@1.1.0', null],
      ['deploy', 'shop@1.1.0', 'production'],
    ])
    const short = await desk.issues.readHistory(issueId, upTo(hand.clock(), { bars: 2, barHours: 1 }))
    expect(short?.counts).toEqual([0, 2])
    expect(short?.marks.map(({ version }) => version)).not.toContain('shop@1.0.0')
    const earlier = await desk.issues.readHistory(
      issueId,
      upTo(hand.clock() - 7 * HOUR_MS, { bars: 2, barHours: 1 }),
    )
    expect(earlier?.counts).toEqual([0, 1])
    expect(earlier?.marks.map(({ version }) => version)).toEqual(['shop@1.0.0'])
  })

  it('is none of an issue that is not there', async () => {
    const { desk } = await openDesk()
    expect(await desk.issues.readHistory(99, upTo(HOUR_MS, { bars: 2, barHours: 1 }))).toBeUndefined()
    expect(await desk.issues.listSimilar(99)).toEqual([])
  })
})

describe('desk.issues.listSimilar()', () => {
  it('finds those of the same type and from the same place, the place first', async () => {
    const opened = await openDesk()
    const at = (filename: string) => ({ frames: [{ function: 'totalOf', filename, in_app: true }] })
    const thrown = (type: string, filename: string) => ({
      exception: { values: [{ type, value: 'no price', stacktrace: at(filename) }] },
    })
    const samePlace = await opened.happen('', thrown('RangeError', 'cart.ts'))
    const sameType = await opened.happen('', thrown('TypeError', 'other.ts'))
    await opened.happen('', thrown('SyntaxError', 'third.ts'))
    const issueId = await opened.happen('', thrown('TypeError', 'cart.ts'))
    const similar = await opened.desk.issues.listSimilar(issueId)
    expect(similar.map(({ id }) => id)).toEqual([samePlace, sameType])
    await opened.desk.issues.change([samePlace], [{ kind: 'delete' }])
    expect((await opened.desk.issues.listSimilar(issueId)).map(({ id }) => id)).toEqual([sameType])
  })
})

describe('desk.editor.choose()', () => {
  const given = { editor: 'zed', from: ' /app/ ', to: '/home/ada/' }

  it('is each account’s own, and can be taken back', async () => {
    const { desk, deskOf } = await openDesk()
    expect(await desk.editor.find()).toBeNull()
    expect(await desk.editor.choose(given)).toBeUndefined()
    expect(await desk.editor.find()).toEqual({ editor: 'zed', from: '/app/', to: '/home/ada/' })
    expect(await deskOf(2).editor.find()).toBeNull()
    await desk.editor.choose({ ...given, editor: '' })
    expect(await desk.editor.find()).toBeNull()
  })

  it.each([
    [{ ...given, editor: 'javascript' }, 'Cannot choose the editor: unknown editor'],
    [{ ...given, to: 'x'.repeat(501) }, 'Cannot choose the editor: a path has at most 500 characters'],
  ])('refuses %j', async (wrong, refusal) => {
    const { desk } = await openDesk()
    expect(await desk.editor.choose(wrong)).toMatchObject({ refusal })
    expect(await desk.editor.find()).toBeNull()
  })
})
