import { beforeAll, describe, expect, it } from 'vitest'
import { anyReader } from '#renderer/format/reader-time.ts'
import { changeText } from '#renderer/views/issue/trend/change-text.ts'
import { fillDemo } from '#server/demo/fill-demo.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { type ExceptionNode, exceptionTree } from '#server/processing/stack/exception-tree.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const NOW = Date.UTC(2026, 8, 20, 9, 30)
const HOUR_MS = 3_600_000
const RANGES = {
  day: { barMs: HOUR_MS, bars: 24 },
  fortnight: { barMs: 6 * HOUR_MS, bars: 56 },
}
const CARRIERS_FILE = 'server/checkout/shipping.ts'
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
    ['DEMO-11', 'First seen 13 hours after shop@2.5.0 was deployed to production.'],
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

  it.each([
    ['DEMO-1', 'regressed', 'Add prices in the currency of the customer', 'src/cart/total.ts'],
    ['DEMO-7', 'introduced', 'Report VAT by country', 'src/Report/VatReport.php'],
    ['DEMO-8', 'introduced', 'Scale images with a wider kernel', 'internal/images/resize.go'],
    ['DEMO-10', 'introduced', 'Show categories of any depth in the menu', 'src/menu/tree.tsx'],
    ['DEMO-11', 'introduced', 'Ask all carriers at once what shipping costs', CARRIERS_FILE],
  ])('suspects one commit of %s', async (shortId, by, summary, path) => {
    expect(await opened.suspectsOf(shortId)).toEqual([{ by, summary, path }])
  })

  it('has a group in DEMO-11, which has a group as a member', async () => {
    expect(await opened.groupOf('DEMO-11')).toEqual([
      'AggregateError',
      ['FetchError'],
      ['AggregateError', ['Error'], ['Error']],
      ['SyntaxError'],
    ])
  })

  it('has commits of each release, the newest of which the release names', async () => {
    const { items } = await opened.desk.releases.list({ limit: 10, projectIds: [opened.projectId] })
    for (const { projectId, version, ref } of items) {
      const commits = await opened.desk.releases.listCommits({ projectId, version }, { limit: 10 })
      const times = commits.items.map(({ committedAt }) => committedAt ?? 0)
      expect(commits.items.length, version).toBeGreaterThanOrEqual(2)
      expect(commits.items[0]?.id.startsWith(ref ?? 'none'), version).toBe(true)
      expect(times, version).toEqual(times.toSorted((a, b) => b - a))
      const deploys = await opened.desk.releases.listDeploys(projectId, version)
      for (const { startedAt } of deploys) expect(startedAt ?? 0, version).toBeGreaterThan(times[0] ?? NOW)
    }
    expect(items).toHaveLength(5)
  })
})

type Group = [type: string | undefined, ...members: Group[]]

async function openDemo() {
  const { store, file, close } = await openEventStore(() => NOW)
  const viewer = { id: 1, email: 'ada@example.com', role: 'owner' as const }
  const desk = createDesk({ store, sees: 'all', viewer, publicUrl: 'https://desk.example', clock: () => NOW })
  const filled = await fillDemo({ store, place: file, now: NOW, seed: 7 })
  if ('refusal' in filled) throw new Error(filled.refusal)
  const idOf = async (shortId: string) => (await desk.issues.findByShortId(shortId)) ?? 0
  async function find(shortId: string) {
    const id = await idOf(shortId)
    const [issue, event] = [await desk.issues.find(id), await desk.events.find(id, 'latest')]
    if (!issue || !event) throw new Error(`There is no event of ${shortId}`)
    return { issue, event }
  }
  return {
    close,
    desk,
    projectId: filled.projectId,
    async suspectsOf(shortId: string) {
      const { issue, event } = await find(shortId)
      const suspects = await desk.releases.listSuspects(issue, event)
      return suspects.map(({ by, commit, path }) => ({ by, summary: commit.message.split('\n')[0], path }))
    },
    async groupOf(shortId: string) {
      const { values } = (await find(shortId)).event.payload.exception
      const toGroup = ({ index, below }: ExceptionNode): Group => [values[index]?.type, ...below.map(toGroup)]
      const tree = exceptionTree(values)
      return tree && toGroup(tree)
    },
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
