import type { Page } from 'playwright-core'
import { doseOf } from '#tests/support/run/doses.ts'

interface CrawlOptions {
  /** Addresses to begin with. */
  from: readonly string[]
  /** Of addresses that differ in ids, numbers and parameters' values only. */
  mostAlike?: number
  /** In all: whoever links in circles must not keep a test for ever. */
  most?: number
}

/**
 * Opens whatever can be reached by links, as a visitor would, and calls back on each page: every page, but of one page's
 * addresses only as many as the dose allows.
 */
export async function crawl(
  page: Page,
  { from, mostAlike = 1, most = 150 }: CrawlOptions,
  visit: (path: string, status: number) => Promise<void>,
): Promise<string[]> {
  const waiting = [...from]
  const known = new Set(waiting)
  const alike = new Map<string, number>()
  const ofPages = new Map<string, number>()
  const mostOfPage = doseOf('addressesOfPage')
  const visited: string[] = []
  for (let path = waiting.shift(); path !== undefined && visited.length < most; path = waiting.shift()) {
    const shape = shapeOf(path)
    const name = shape.replace(/\?.*/, '')
    const count = alike.get(shape) ?? 0
    const ofPage = ofPages.get(name) ?? 0
    if (count >= mostAlike || ofPage >= mostOfPage) continue
    alike.set(shape, count + 1)
    ofPages.set(name, ofPage + 1)
    const response = await page.goto(path)
    visited.push(path)
    await visit(path, response?.status() ?? 0)
    for (const link of await linksOf(page)) {
      if (known.has(link)) continue
      known.add(link)
      waiting.push(link)
    }
  }
  return visited
}

/** What leads to pages of the desk, and not to files; signing out would end the visit. */
function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(
      document.querySelectorAll<HTMLAnchorElement>('a[href]:not([rel="external"], [download])'),
      ({ href }) => new URL(href),
    )
      .filter(({ origin, pathname }) => origin === location.origin && pathname !== '/sign-out')
      .map(({ pathname, search }) => pathname + search),
  )
}

function shapeOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://desk.test')
  const segments = pathname
    .split('/')
    .map((segment, place) => (place > 1 && segment !== 'events' ? '*' : segment))
  return `${segments.join('/')}?${[...new Set(searchParams.keys())].sort().join('&')}`
}
