import { describe, expect, it, onTestFinished } from 'vitest'
import { anyReader } from '#renderer/format/reader-time.ts'
import { changeText } from '#renderer/views/issue/trend/change-text.ts'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

async function openDesk() {
  const opened = await openIssueDesk()
  onTestFinished(() => opened.close())
  const { desk, hand } = opened
  hand.advance(100 * DAY_MS)
  return {
    ...opened,
    /** Lets an issue happen so often, evenly, in so many hours. */
    async happenOften(hours: number, perHour: number, event: Record<string, unknown>) {
      let issueId = 0
      for (let count = 0; count < hours * perHour; count++) {
        issueId = await opened.happen('TypeError', event)
        hand.advance(HOUR_MS / perHour - 1_000)
      }
      return issueId
    },
    deploy(version: string, environment: string) {
      const deploy = { environment, name: null, url: null, startedAt: null, finishedAt: null }
      return desk.releases.addDeploy(version, deploy)
    },
    async sentenceOf(issueId: number) {
      const start = (Math.floor(hand.clock() / HOUR_MS) + 1) * HOUR_MS - 14 * DAY_MS
      const history = await desk.issues.readHistory(issueId, { start, barMs: 6 * HOUR_MS, bars: 56 })
      return history?.change ? changeText(history.change, history, anyReader) : undefined
    },
  }
}

const inProduction = (release: string) => ({ release, environment: 'production' })

describe('the first event', () => {
  it('comes with the release that sent it, not with an earlier one', async () => {
    const { happen, hand, sentenceOf } = await openDesk()
    await happen('RangeError', inProduction('shop@1.0.0'))
    hand.advance(HOUR_MS)
    await happen('SyntaxError', inProduction('shop@1.0.1'))
    hand.advance(5 * 60_000)
    const issueId = await happen('TypeError', inProduction('shop@1.0.1'))
    expect(await sentenceOf(issueId)).toBe('First seen 5 minutes after shop@1.0.1 was released.')
  })

  it('of production does not come with a deploy to staging', async () => {
    const { desk, happen, hand, deploy, sentenceOf } = await openDesk()
    await happen('RangeError', inProduction('shop@1.0.0'))
    const projectSlug = (await desk.projects.list())[0]?.slug ?? ''
    const given = { version: 'shop@1.1.0', projectSlugs: [projectSlug], ref: null, url: null }
    await desk.releases.save({ ...given, releasedAt: hand.clock() + 4 * HOUR_MS })
    hand.advance(HOUR_MS)
    await deploy('shop@1.1.0', 'staging')
    hand.advance(HOUR_MS)
    const staged = await happen('SyntaxError', { release: 'shop@1.1.0', environment: 'staging' })
    const issueId = await happen('TypeError', inProduction('shop@1.1.0'))
    expect(await sentenceOf(staged)).toBe('First seen 1 hour after shop@1.1.0 was deployed to staging.')
    expect(await sentenceOf(issueId)).toBeUndefined()
  })

  it('was not brought by the first release that is known', async () => {
    const { desk, happen, hand, sentenceOf } = await openDesk()
    await happen('TypeError', inProduction('shop@1.0.0'))
    hand.advance(60_000)
    const issueId = await happen('RangeError', inProduction('shop@1.0.0'))
    expect(await sentenceOf(issueId)).toBeUndefined()
    expect((await desk.issues.find(issueId))?.introducedIn).toMatchObject({
      version: 'shop@1.0.0',
      mark: null,
    })
  })
})

describe('a rise', () => {
  it('comes with a deploy of the release that its events are of', async () => {
    const { happenOften, deploy, sentenceOf } = await openDesk()
    await happenOften(48, 1, inProduction('shop@1.0.0'))
    const issueId = await happenOften(1, 1, inProduction('shop@1.1.0'))
    await deploy('shop@1.1.0', 'production')
    await deploy('shop@1.2.0', 'production')
    await happenOften(12, 6, inProduction('shop@1.1.0'))
    expect(await sentenceOf(issueId)).toMatch(
      /^5\.\d times as many events after shop@1\.1\.0 was deployed to production\.$/,
    )
  })

  it('does not come with a release that its events are not of', async () => {
    const { happen, happenOften, deploy, sentenceOf } = await openDesk()
    const issueId = await happenOften(48, 1, inProduction('shop@1.0.0'))
    await happen('RangeError', inProduction('shop@1.1.0'))
    await deploy('shop@1.1.0', 'production')
    await happenOften(12, 6, inProduction('shop@1.0.0'))
    expect(await sentenceOf(issueId)).toMatch(/^[56](\.\d)? times as many events from [^.]+ on\.$/)
  })
})
