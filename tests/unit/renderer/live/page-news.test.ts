// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { createPageNews } from '../../../../renderer/desk/live/page-news.ts'
import type { LiveNews } from '../../../../renderer/desk/live/read-news.ts'
import { createPageUpdates } from '../../../../renderer/navigation/page-updates.ts'
import type { PageData } from '../../../../renderer/page-data.ts'
import { aFrame } from '../../../support/a-frame.ts'
import { createHandClock } from '../../../support/hand-clock.ts'

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

  it('says that there may be some where something was missed', () => {
    const at = openPage('<div role="status" data-live-issue="7"></div>', [])
    at.news.missed()
    expect(at.button()?.textContent).toBe('New events')
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

function dataOf(rows: Rows): PageData {
  const issues = rows.map(([id, eventCount]) => ({ id, eventCount }))
  return { page: { issues }, frame: aFrame({ path: '/issues' }) }
}

function openPage(html: string, rows: Rows) {
  document.body.innerHTML = html
  const { clock, setTimer, advance } = createHandClock()
  const updates = createPageUpdates<PageData>()
  const data = dataOf(rows)
  let asked = 0
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  const at = {
    updates,
    data,
    server: rows,
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
    async hear(durationMs = 10_000, issues: LiveNews['issues'] = []) {
      const projects = [{ slug: 'shop', eventCount: 1, openIssueCount: 5 }]
      at.news.heard({ projects, issues, isPartial: false, openIssueCount: 12 })
      advance(durationMs)
      await settle()
    },
    news: createPageNews({
      document,
      shown: () => ({ url: '/issues', data }),
      updates,
      async reload(): Promise<PageData> {
        asked++
        at.onReload()
        return dataOf(at.server)
      },
      setTimer,
      clock,
    }),
  }
  return at
}
