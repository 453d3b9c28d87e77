import { beforeAll, describe, expect, it } from 'vitest'
import { anyReader } from '#renderer/format/reader-time.ts'
import { changeText } from '#renderer/views/issue/trend/change-text.ts'
import { fillDemo } from '#server/demo/fill-demo.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const NOW = Date.UTC(2026, 8, 20, 9, 30)
const HOUR_MS = 3_600_000
const RANGES = {
  day: { barMs: HOUR_MS, bars: 24 },
  fortnight: { barMs: 6 * HOUR_MS, bars: 56 },
}
/** Seven thousand envelopes take a second or two, and ten where the processors are busy. */
const timeout = 60_000

describe('what the page says of the demo’s issues', { timeout }, () => {
  let opened: Awaited<ReturnType<typeof openDemo>>
  beforeAll(async () => {
    opened = await openDemo()
    return opened.close
  }, timeout)

  it.each([
    ['DEMO-1', '15 times as many events after shop@2.5.0 was deployed to production.'],
    [
      'DEMO-6',
      '7.3 times as many events from 20 Sep 2026, 00:00 UTC on. No release or deploy in the day before.',
    ],
    ['DEMO-7', 'First seen 35 hours after shop@2.4.0 was deployed to production.'],
    ['DEMO-8', 'First seen 28 hours after shop@2.4.1 was deployed to staging.'],
    ['DEMO-9', 'First seen 3 days after shop@2.4.1 was deployed to staging.'],
    ['DEMO-10', 'First seen 49 minutes after shop@2.5.0 was deployed to production.'],
  ])('of two weeks of %s', async (shortId, sentence) => {
    expect(await opened.sentenceOf(shortId, 'fortnight')).toBe(sentence)
  })

  it.each(['DEMO-2', 'DEMO-3', 'DEMO-4', 'DEMO-5'])(
    'blames no release for %s, which is as old as the first one',
    async (shortId) => {
      expect(await opened.sentenceOf(shortId, 'fortnight')).toBeUndefined()
    },
  )

  it('says nothing about what changed before the shown time', async () => {
    expect(await opened.sentenceOf('DEMO-10', 'day')).toBeUndefined()
    expect(await opened.sentenceOf('DEMO-6', 'day')).toBe(
      '7.3 times as many events from 00:00 UTC on. No release or deploy in the day before.',
    )
  })

  it('knows which release introduced an issue, and in which it regressed', async () => {
    expect(await opened.releasesOf('DEMO-10')).toEqual(['shop@2.5.0 production', null])
    expect(await opened.releasesOf('DEMO-1')).toEqual(['shop@2.3.2 undefined', 'shop@2.5.0 production'])
  })
})

async function openDemo() {
  const { store, file, close } = await openEventStore(() => NOW)
  const viewer = { id: 1, email: 'ada@example.com', role: 'owner' as const }
  const desk = createDesk({ store, sees: 'all', viewer, publicUrl: 'https://desk.example', clock: () => NOW })
  await fillDemo({ store, place: file, now: NOW, seed: 7 })
  const idOf = async (shortId: string) => (await desk.issues.findByShortId(shortId)) ?? 0
  return {
    close,
    async sentenceOf(shortId: string, range: keyof typeof RANGES) {
      const { barMs, bars } = RANGES[range]
      const start = (Math.floor(NOW / HOUR_MS) + 1) * HOUR_MS - bars * barMs
      const history = await desk.issues.readHistory(await idOf(shortId), { start, barMs, bars })
      return history?.change ? changeText(history.change, history, anyReader) : undefined
    },
    async releasesOf(shortId: string) {
      const issue = await desk.issues.find(await idOf(shortId))
      return [issue?.introducedIn, issue?.regressedIn].map(
        (release) => release && `${release.version} ${release.mark?.environment}`,
      )
    },
  }
}
