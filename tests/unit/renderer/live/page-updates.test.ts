// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { hasCome } from '#renderer/enhance/follow-page.ts'
import { watchPageUpdates } from '#renderer/enhance/live/page-updates.ts'
import type { LiveUpdate } from '#renderer/enhance/live/parse-update.ts'
import { createPageUpdates } from '#renderer/navigation/page-updates.ts'
import type { PageData } from '#renderer/page/page-data.ts'
import { aFrame } from '#tests/support/builders/a-frame.ts'
import { createHandClock } from '#tests/support/store/manual-clock.ts'

type Rows = [id: number, eventCount: number][]

beforeEach(() => {
  document.body.innerHTML = ''
})

describe('a list', () => {
  it('moves the counts of its rows, and keeps other rows and another order for a click', async () => {
    const at = openPage('<div role="status" data-live-list></div>', [
      [1, 5],
      [2, 1],
    ])
    at.server = [
      [1, 6],
      [2, 1],
    ]
    await at.hear()
    expect([at.rows(), at.button()]).toEqual([at.server, undefined])
    at.server = [
      [3, 1],
      [2, 4],
      [1, 6],
    ]
    await at.hear()
    expect(at.rows()).toEqual([
      [1, 6],
      [2, 4],
    ])
    expect(at.button()?.textContent).toBe('Show 1 new and 1 updated issue')
    await at.click()
    expect([at.rows(), at.button()]).toEqual([at.server, undefined])
    expect(document.querySelector('[role=status]')?.textContent).toBe('Up to date.')
  })

  it('is asked for once in five seconds, and once more for what came meanwhile', async () => {
    const at = openPage('<div role="status" data-live-list></div>', [[1, 1]])
    for (let second = 0; second < 20; second++) await at.hear(1_000)
    expect(at.asked()).toBeGreaterThanOrEqual(3)
    expect(at.asked()).toBeLessThanOrEqual(5)
  })

  it('leaves a form’s result alone that came while it was asked for', async () => {
    const at = openPage('<div role="status" data-live-list></div>', [[1, 1]])
    at.onReload = () => at.updates.replace(at.data, dataOf([[9, 9]]))
    at.server = [[2, 1]]
    await at.hear()
    expect([at.rows(), at.button()]).toEqual([[[9, 9]], undefined])
  })

  it('asks for nothing where the page has none', async () => {
    const at = openPage('', [[1, 1]])
    await at.hear()
    expect(at.asked()).toBe(0)
  })

  it('is not asked for because of logs', async () => {
    const at = openPage('<div role="status" data-live-list></div>', [[1, 1]])
    await at.hear(10_000, [])
    expect(at.asked()).toBe(0)
  })

  it('names who changed it', async () => {
    const at = openPage('<div role="status" data-live-list></div>', [
      [1, 1],
      [2, 1],
    ])
    at.server = [[2, 1]]
    await at.hear(10_000, [], [{ kind: 'resolved', by: 'grace@example.com', issueIds: [1] }])
    expect(at.rows()).toEqual([
      [1, 1],
      [2, 1],
    ])
    expect(at.button()?.textContent).toBe('Show changes by grace@example.com')
    await at.click()
    expect(at.rows()).toEqual([[2, 1]])
  })
})

describe('an issue', () => {
  it('counts its own events until they are taken in', async () => {
    const at = openPage('<div role="status" data-live-issue="7"></div>', [])
    await at.hear(0, [{ id: 8, eventCount: 5, isNew: false }])
    expect(at.button()).toBeUndefined()
    await at.hear(0, [{ id: 7, eventCount: 1, isNew: false }])
    expect(at.button()?.textContent).toBe('1 new event')
    await at.hear(0, [{ id: 7, eventCount: 2, isNew: false }])
    expect(at.button()?.textContent).toBe('3 new events')
    await at.click()
    expect(at.button()).toBeUndefined()
    await at.hear(0, [{ id: 7, eventCount: 1, isNew: false }])
    expect(at.button()?.textContent).toBe('1 new event')
  })

  const resolved = { kind: 'resolved', by: 'grace@example.com', issueIds: [7] }
  const issueHost = '<div role="status" data-live-issue="7"></div>'

  it('looks whether something is new where something was missed', async () => {
    const at = openPage(issueHost, [])
    at.news.missed()
    await at.pass()
    expect([at.asked(), at.button()]).toEqual([1, undefined])
    at.serverIssue = { ...at.serverIssue, eventCount: 9 }
    at.news.missed()
    await at.pass()
    expect(at.button()?.textContent).toBe('Show updates')
  })

  it('says who changed it, and shows that on a click', async () => {
    const at = openPage(issueHost, [])
    at.serverIssue = { status: 'resolved', eventCount: 1 }
    await at.hear(1_000, [], [resolved, { ...resolved, kind: 'deleted', issueIds: [8] }])
    expect(at.button()?.textContent).toBe('Resolved by grace@example.com: show')
    expect(at.issue()).toMatchObject({ status: 'open' })
    await at.hear(0, [{ id: 7, eventCount: 2, isNew: false }])
    expect(at.button()?.textContent).toBe('2 new events, resolved by grace@example.com: show')
    await at.click()
    expect([at.issue(), at.button()]).toEqual([at.serverIssue, undefined])
  })

  it('says that source maps named it', async () => {
    const at = openPage(issueHost, [])
    at.serverIssue = { ...at.serverIssue, culprit: 'src/cart.ts in total' }
    await at.hear(1_000, [], [{ kind: 'mapped', by: null, issueIds: [7] }])
    expect(at.button()?.textContent).toBe('Mapped by source maps: show')
    await at.click()
    expect(at.issue()).toMatchObject({ culprit: 'src/cart.ts in total' })
  })

  it('says nothing of what one did oneself: it is on the page', async () => {
    const at = openPage(issueHost, [])
    at.serverIssue = { status: 'resolved', eventCount: 1 }
    at.onReload = () => at.updates.replace(at.data, dataOf([], at.serverIssue)) // the form's own result
    await at.hear(1_000, [], [resolved])
    await at.pass()
    expect([at.asked(), at.button()]).toEqual([2, undefined])
  })

  it('leads to where an issue went that is no more', async () => {
    const at = openPage(issueHost, [])
    at.isGone = true
    await at.hear(1_000, [], [{ ...resolved, kind: 'merged' }])
    expect(at.button()?.textContent).toBe('Merged by grace@example.com: show')
    await at.click()
    expect(at.left()).toEqual(['/issues'])
  })
})

describe('what was reached for', () => {
  it('is forgotten of an issue that something happened to', async () => {
    const at = openPage('', [])
    await at.hear(0, [])
    await at.hear(
      0,
      [{ id: 8, eventCount: 5, isNew: false }],
      [{ kind: 'resolved', by: null, issueIds: [9, 10] }],
    )
    expect(at.forgotten()).toEqual(['/issues/8', '/issues/9', '/issues/10'])
  })
})

describe('counts of open issues', () => {
  it('move wherever they stand', async () => {
    const at = openPage(
      '<i data-live-open="">4</i><i data-live-open="shop">4</i><i data-live-open="api"></i>',
      [],
    )
    await at.hear()
    const texts = [...document.querySelectorAll('i')].map(({ textContent, hidden }) => [textContent, hidden])
    expect(texts).toEqual([
      ['12 open', false],
      ['5 open', false],
      ['', false],
    ])
  })
})

describe('pages that follow', () => {
  it('hear what came, and that nobody knows what', async () => {
    const at = openPage('', [])
    const heard: (LiveUpdate | null)[] = []
    const hear = ({ detail }: CustomEvent<LiveUpdate | null>) => void heard.push(detail)
    document.addEventListener('crumbtrail:news', hear)
    at.news.opened()
    await at.hear()
    document.removeEventListener('crumbtrail:news', hear)
    const [first, second] = heard
    expect([heard.length, first]).toEqual([2, null])
    if (!second) return expect.fail('nothing was heard')
    expect(hasCome(second, { kind: 'events', project: 'shop' })).toBe(true)
    expect(hasCome(second, { kind: 'logs', project: 'shop' })).toBe(false)
    expect(hasCome(second, { kind: 'events', project: 'api' })).toBe(false)
    expect(hasCome({ ...second, isPartial: true }, { kind: 'logs', project: 'api' })).toBe(true)
  })
})

function dataOf(rows: Rows, issue: object = { status: 'open', eventCount: 1 }): PageData {
  const issues = rows.map(([id, eventCount]) => ({ id, eventCount }))
  return { page: { issues, issue }, frame: aFrame({ path: '/issues' }) }
}

function openPage(html: string, rows: Rows) {
  document.body.innerHTML = html
  const { clock, setTimer, advance } = createHandClock()
  const updates = createPageUpdates<PageData>()
  const data = dataOf(rows)
  let asked = 0
  const left: string[] = []
  const forgotten: string[] = []
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  const at = {
    updates,
    data,
    server: rows,
    serverIssue: { status: 'open', eventCount: 1 } as {
      status: string
      eventCount: number
      culprit?: string
    }, // some tests name it
    isGone: false,
    left: () => left,
    forgotten: () => forgotten,
    issue: () => (updates.newest(data).page as { issue: object }).issue, // ours
    async pass(durationMs = 1_000) {
      advance(durationMs)
      await settle()
    },
    onReload: () => {},
    asked: () => asked,
    rows: () => {
      const { issues } = updates.newest(data).page as { issues: { id: number; eventCount: number }[] } // ours
      return issues.map(({ id, eventCount }) => [id, eventCount])
    },
    button: () => document.querySelector('button') ?? undefined,
    async click() {
      document.querySelector('button')?.click()
      await settle()
    },
    async hear(
      durationMs = 10_000,
      issues: LiveUpdate['issues'] = [{ id: 99, eventCount: 1, isNew: false }],
      changes: LiveUpdate['changes'] = [],
    ) {
      const projects = [{ slug: 'shop', eventCount: 1, logCount: 0, openIssueCount: 5 }]
      at.news.onUpdate({ projects, issues, changes, isPartial: false, openIssueCount: 12, at: 0 })
      advance(durationMs)
      await settle()
    },
    news: watchPageUpdates({
      document,
      shown: () => ({ url: '/issues', data }),
      updates,
      async reload(): Promise<PageData | undefined> {
        asked++
        at.onReload()
        return at.isGone ? undefined : dataOf(at.server, at.serverIssue)
      },
      forget: (paths) => void forgotten.push(...paths),
      leaveFor: (url) => void left.push(url),
      setTimer,
      clock,
    }),
  }
  return at
}
