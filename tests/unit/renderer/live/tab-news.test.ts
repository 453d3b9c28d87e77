// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchTabNews } from '#renderer/enhance/live/tab-news.ts'

let state: 'visible' | 'hidden' = 'visible'
const asked: string[] = []
const timers: (() => void)[] = []
let answer: object | undefined

beforeEach(() => {
  state = 'visible'
  asked.length = 0
  timers.length = 0
  document.title = 'Issues · Crumbtrail'
  document.head.innerHTML += '<link rel="icon" href="/favicon.svg">'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => state)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const iconOf = () => document.querySelector('link[rel="icon"]')?.getAttribute('href')

/** The tab is left or seen again; settled once an answer has come. */
async function turn(to: 'visible' | 'hidden'): Promise<void> {
  state = to
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await Promise.resolve()
}

async function aMinutePasses(): Promise<void> {
  timers.shift()?.()
  await settled()
}

it('counts what is new since the tab was left, in its title and its icon, until it is seen again', async () => {
  watchTabNews({
    document,
    request: (async (url: string) => {
      asked.push(url)
      return answer === undefined
        ? new Response(null, { status: 503 })
        : { ok: true, json: async () => answer }
    }) as unknown as typeof fetch, // only these parts of an answer are read
    setTimer(work) {
      timers.push(work)
      return () => timers.splice(timers.indexOf(work), 1)
    },
  })
  expect(asked).toEqual([])
  answer = { newIssueCount: 0, now: 5_000 }
  await turn('hidden')
  expect(asked).toEqual(['/live/news'])
  expect(document.title).toBe('Issues · Crumbtrail')

  answer = { newIssueCount: 3, now: 65_000 }
  await aMinutePasses()
  expect(asked.at(-1)).toBe('/live/news?since=5000')
  expect(document.title).toBe('(3) Issues · Crumbtrail')
  expect(iconOf()).toContain('favicon-news')

  answer = undefined
  await aMinutePasses()
  expect(document.title).toBe('(3) Issues · Crumbtrail')
  answer = { newIssueCount: 100, now: 185_000 }
  await aMinutePasses()
  expect(document.title).toBe('(99+) Issues · Crumbtrail')

  await turn('visible')
  expect(document.title).toBe('Issues · Crumbtrail')
  expect(iconOf()).toMatch(/\/favicon\.svg$/)
  expect(timers).toEqual([])

  history.replaceState(null, '', '/issues?project=shop&environment=staging&query=cart')
  await turn('hidden')
  expect(asked.at(-1)).toBe('/live/news?project=shop&environment=staging')
  await turn('visible')
  history.replaceState(null, '', '/projects/shop%20web/source-maps')
  await turn('hidden')
  expect(asked.at(-1)).toBe('/live/news?project=shop+web')
})
