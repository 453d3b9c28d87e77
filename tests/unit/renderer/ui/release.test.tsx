import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { formatShare } from '#renderer/format/format-share.ts'
import { releasePath } from '#renderer/paths.ts'
import { DeployTable } from '#renderer/views/release/DeployTable.tsx'
import { NewIssues } from '#renderer/views/release/NewIssues.tsx'
import { ReleaseFacts } from '#renderer/views/release/ReleaseFacts.tsx'
import { ReleaseStats } from '#renderer/views/release/ReleaseStats.tsx'
import { ReleaseTable } from '#renderer/views/release/ReleaseTable.tsx'
import type { ReleaseSummary } from '#server/desk/releases/releases.ts'
import { NOW } from './an-event.ts'

const release: ReleaseSummary = {
  id: 1,
  projectId: 2,
  projectSlug: 'shop-web',
  projectName: 'Shop web',
  version: '@acme/shop@1.4.0',
  createdAt: NOW - 3_600_000,
  firstSeen: NOW - 3_600_000,
  lastSeen: null,
  releasedAt: null,
  ref: 'de9f2c7',
  url: null,
  archivedAt: null,
  eventCount: 12,
  newIssueCount: 3,
  regressedIssueCount: 1,
  userCount: 7,
  sessionCount: 2_000,
  crashFreeSessions: 0.9996,
  crashFreeUsers: null,
  anrUsers: null,
  adoption: 0.42,
}

const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

it.each([
  [0, '0 %'],
  [0.0001, '<0.1 %'],
  [0.5, '50 %'],
  [0.9996, '99.9 %'],
  [1, '100 %'],
  [null, '–'],
])('formatShare(%s) is %s', (share, text) => expect(formatShare(share)).toBe(text))

it('lists releases, each with its page', () => {
  const html = renderToStaticMarkup(<ReleaseTable releases={[release]} now={NOW} />)
  expect(html).toContain('href="/releases/shop-web/%40acme%2Fshop%401.4.0"')
  expect(wordsOf(html)).toContain('@acme/shop@1.4.0 shop-web 42 % 99.9 % – 3 1 12 1 h ago')
})

it('has no page for what cannot be a segment of its own', () => {
  expect(releasePath('shop-web', '..')).toBeUndefined()
})

it('shows of a release what is known of it', () => {
  const words = wordsOf(renderToStaticMarkup(<ReleaseFacts release={release} now={NOW} />))
  expect(words).toContain('Total events 12')
  expect(words).toContain('Ref de9f2c7')
  expect(words).not.toContain('Last seen')
})

it('shows a release’s new issues and deploys', () => {
  const issue = { id: 7, number: 418, type: 'TypeError', value: 'no price', firstSeen: NOW, eventCount: 5 }
  const issues = renderToStaticMarkup(
    <NewIssues issues={[{ ...issue, userCount: 2 }]} now={NOW} empty="None" />,
  )
  expect(issues).toContain('href="/issues/7"')
  expect(wordsOf(issues)).toContain('Issue Events in all Users in all First seen')
  expect(wordsOf(issues)).toContain('TypeError no price 5 2 14:36:09')
  const deploy = { id: 1, environment: 'production', startedAt: null, finishedAt: NOW }
  const deploys = renderToStaticMarkup(
    <DeployTable empty="None" deploys={[{ ...deploy, name: null, url: 'https://ci.example/7' }]} now={NOW} />,
  )
  expect(wordsOf(deploys)).toContain('production https://ci.example/7 14:36:09')
})

it('says of which time its health is', () => {
  const html = renderToStaticMarkup(<ReleaseStats release={release} before={null} of="of the last day" />)
  expect(wordsOf(html)).toContain('Health of the last day')
})

it('says of shares how they are beside those before, in points', () => {
  const before = { ...release, crashFreeSessions: 0.99, crashFreeUsers: null }
  const now = { ...release, crashFreeSessions: 0.976, crashFreeUsers: 0.9 }
  const words = (one: typeof release, other: typeof release | null) =>
    wordsOf(renderToStaticMarkup(<ReleaseStats release={one} before={other} of="shares of a day" />))
  expect(words(now, before)).toContain('Crash-free sessions 97.6 % 1.4 points worse')
  expect(words(before, now)).toContain('99 % 1.4 points better')
  expect(words(now, now)).toContain('unchanged')
  expect(words(now, null)).not.toContain('points')
})

it('shows the share of users whose app did not respond only where there is one', () => {
  const words = (anrUsers: number | null, before: number | null) =>
    wordsOf(
      renderToStaticMarkup(
        <ReleaseStats
          release={{ ...release, anrUsers }}
          before={{ ...release, anrUsers: before }}
          of="a day"
        />,
      ),
    )
  expect(words(0.03, 0.01)).toContain('Users with ANRs 3 % 2 points worse')
  expect(words(0.03, null)).toContain('Users with ANRs 3 % Adoption')
  expect(words(0, 0.01)).not.toContain('ANR')
  expect(words(null, null)).not.toContain('ANR')
})
