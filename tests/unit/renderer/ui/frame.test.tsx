import { expect, it } from 'vitest'
import { currentMark, destinationsIn, markOf } from '#renderer/layout/destinations.ts'
import type { FrameFacts } from '#renderer/layout/frame-facts.ts'
import { frameBytes, frameJson, renderFrame } from '#renderer/layout/frame-html.tsx'

it.each([
  ['/issues', '/issues', 'page'],
  ['/issues', '/issues/7/events/abc', 'true'],
  ['/issues', '/issues-of-others', undefined],
  ['/issues', '/digests', undefined],
])('currentMark(%s, %s) is %s', (destination, path, mark) =>
  expect(currentMark(destination, path)).toBe(mark),
)

it.each([
  ['/monitors', 'page'],
  ['/monitors/shop/uptime/1', 'true'],
  ['/status-pages', 'true'],
  ['/status-pages/1', 'true'],
  ['/status-pagesize', undefined],
])('the side bar’s Monitors is marked at %s as %s', (path, mark) => {
  const [monitors] = destinationsIn('health', 'owner').filter(({ name }) => name === 'Monitors')
  expect(monitors && markOf(monitors, path)).toBe(mark)
})

const facts: FrameFacts = {
  email: 'mk@shop.example',
  role: 'owner',
  theme: 'system',
  hasKeys: true,
  zone: 'UTC',
  path: '/issues',
  search: '',
  now: Date.UTC(2026, 10, 20, 12),
  projects: [],
  environments: [],
}

it('counts what is open, for each project and for all', () => {
  const projects = [
    { slug: 'shop-web', name: 'Shop web', openIssueCount: 7 },
    { slug: 'shop-api', name: 'shop-api', openIssueCount: 0 },
    { slug: 'jobs', name: 'jobs', openIssueCount: 3 },
  ]
  const { side, tabs } = renderFrame({ ...facts, projects })
  const words = side.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(words).toContain('Issues 10 open Digests')
  expect(words).toContain('Shop web 7 open shop-api jobs 3 open')
  expect(side).toContain('href="/issues?project=shop-web"')
  expect(tabs).toMatch(/<form[^>]* method="post"><input type="hidden" name="frame" value="sign-out"/)
  expect(tabs).not.toMatch(/<form[^>]* action=/)
})

it('has no link to a project that is being deleted, because its pages may be gone when the link is followed', () => {
  const projects = [{ slug: 'shop-web', name: 'Shop web', openIssueCount: 0, isGoing: true as const }]
  expect(renderFrame({ ...facts, projects }).side).not.toContain('project=shop-web')
})

it('keeps what is chosen in the links of the bars', () => {
  const projects = [{ slug: 'shop-web', name: 'Shop web', openIssueCount: 7 }]
  const { side, tabs } = renderFrame({ ...facts, projects, search: '?project=shop-web&statsPeriod=7d' })
  expect(side).toContain('href="/releases?project=shop-web"')
  for (const bar of [side, tabs]) expect(bar).toContain('href="/logs?project=shop-web&amp;statsPeriod=7d"')
})

it('says on a phone what is set, in one line, and on its button that something is', () => {
  const top = (search: string) => renderFrame({ ...facts, environments: ['production'], search }).top
  expect(top('')).toContain('<bdi>All projects · any time</bdi>')
  expect(top('')).not.toMatch(/<button[^>]* data-set/)
  const set = top('?environment=production&statsPeriod=24h')
  expect(set).toContain('<bdi>All projects · production · last 24 hours</bdi>')
  expect(set).toMatch(/<button[^>]* popovertarget="scope"[^>]* data-set="true"/i)
})

it('has the search of the list in the top bar, where the page has one', () => {
  const { top } = renderFrame({
    ...facts,
    listSearch: { list: 'issues', query: 'level:"a', isRefused: true, hiddenFields: [['sort', 'freq']] },
  })
  expect(top).toMatch(/<input[^>]* type="search"[^>]* value="level:&quot;a"/)
  expect(top).toMatch(/<input[^>]*aria-describedby="search-note"/)
  expect(top).toContain('<input type="hidden" name="sort" value="freq">')
  expect(top).toContain('href="/search-help#issues"')
  expect(top).toMatch(/<input[^>]* list="search-words"/)
  const logs = renderFrame({
    ...facts,
    path: '/logs',
    listSearch: {
      list: 'logs',
      query: '',
      isRefused: false,
      hiddenFields: [],
      offers: '/live/search?list=logs',
    },
  }).top
  expect(logs).toMatch(/<form[^>]* action="\/logs"/)
  expect(logs).toMatch(/<input[^>]* aria-label="Search logs, or find a digest, event or trace"/)
  expect(logs).toMatch(/<input[^>]* data-offers="\/live\/search\?list=logs"/)
  expect(logs).not.toContain('search-words')
  const other = renderFrame({ ...facts, path: '/logs' }).top
  expect(other).toMatch(/<input[^>]* required=""[^>]* name="query"/)
  expect(other).not.toContain('type="search"')
})

it('escapes what projects are called', () => {
  const projects = [{ slug: 'x', name: '<script>alert(1)</script>', openIssueCount: 0 }]
  const { side } = renderFrame({ ...facts, projects })
  expect(side).not.toContain('<script')
})

it('is written for documents and for payloads once', () => {
  const frame = { side: '<a title="☕ \u2028">ü</a>', top: '', tabs: '\ud800' }
  const json = JSON.stringify(frameJson(frame))
  expect(JSON.parse(json)).toEqual(frame)
  expect(json).toMatch(/^[\0-\xff]*$/)
  expect(Buffer.from(frameBytes(frame.side)).toString()).toBe(frame.side)
  expect(frameBytes(frame.side)).toBe(frameBytes(frame.side))
})

it('is one visitor’s, whatever others are called', () => {
  const one = renderFrame({ ...facts, path: '/issues/1', email: '2@shop.example' })
  const other = renderFrame({ ...facts, path: '/issues/', email: '12@shop.example' })
  expect(one.tabs).toContain('>2@shop.example<')
  expect(other.tabs).toContain('>12@shop.example<')
})
