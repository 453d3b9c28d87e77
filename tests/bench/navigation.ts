import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchWholeChromium, openSignedIn } from '#tests/support/browser/browser.ts'
import { phasesOf, type TraceEvent, traceCategories } from '#tests/support/browser/frame-phases.ts'
import { removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { startIssuesDesk } from '#tests/support/desk/prepared/issues-desk.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { issueCount } from '#tests/support/fill/fill-issues.ts'
import { type DeskLook, startPeerSites } from '#tests/support/sites/peer-sites.ts'
import { buildRowsSite } from '#tests/support/sites/rows-site.ts'

/**
 * Milliseconds from a click to the next page painted, its data and code prefetched: medians, to and fro between a list
 * and a light page. First the desk's own pages. Then the same list of 50 rows in the desk, in TanStack Start and in
 * plain Vike, within the desk's frame and style sheet, a click of each in turn, so that their ratio means something on any
 * machine. Then where each one's main thread spends its processor time between click and frame, on average of a few clicks.
 * `npm run bench -- navigation [clicks] [own]`: with `own`, only the desk's own pages, without the rows and the peers.
 */
const args = process.argv.slice(2)
const onlyOwn = args.includes('own')
const [clicks = 40] = args.filter((arg) => arg !== 'own').map(Number)

/**
 * A reader reads before the next click. The work that a page leaves for later has then been done; a click amid it would
 * measure how soon after a page the bench clicks, because a screen at rest gives the next frame at once.
 */
const restMs = 300

/** A round of clicks takes seconds, and an average of processor time needs fewer than a median by the clock. */
const tracedClicks = Math.min(clicks, 12)

interface Site {
  page: Page
  list: Target
  light: Target
}
interface Target {
  path: string
  heading: string
}

const rowsAndLight = { list: { path: '/rows', heading: 'Rows' }, light: { path: '/light', heading: 'Light' } }

const browser = await launchWholeChromium()
const stops: (() => Promise<unknown>)[] = [() => browser.close()]
try {
  const own = await openOwnPages(browser)
  const ownTimes = await clickInTurn({ own })
  console.table({
    'to Projects': rowOf(ownTimes.own.light),
    [`to Issues, ${issueCount} of them`]: rowOf(ownTimes.own.list),
  })
  if (onlyOwn) {
    showPhases(await traceInTurn({ own }))
  } else {
    await own.page.context().close()
    await compareRows()
  }
} finally {
  for (const stop of stops.toReversed()) await stop()
}

/** Shows the list of 50 rows in the desk beside its peers. */
async function compareRows(): Promise<void> {
  const { site, look } = await openRows(browser)
  const sites: Record<string, Site> = { crumbtrail: site, ...(await openPeers(browser, look)) }
  const times = await clickInTurn(sites)
  const peers = Object.keys(sites).filter((name) => name !== 'crumbtrail')
  const best = (target: 'list' | 'light') =>
    Math.min(...peers.map((name) => median(times[name]?.[target] ?? [])))
  for (const target of ['light', 'list'] as const) {
    console.log(target === 'list' ? 'To the list of 50 rows' : 'To the light page')
    console.table(
      Object.fromEntries(
        Object.entries(times).map(([name, taken]) => [
          name,
          { ...rowOf(taken[target]), 'of the best peer': round(median(taken[target]) / best(target), 2) },
        ]),
      ),
    )
  }
  console.log(`Tracing ${tracedClicks} clicks of each …`)
  showPhases(await traceInTurn(sites))
}

function showPhases(traces: [name: string, Site, TraceEvent[]][]): void {
  for (const target of ['light', 'list'] as const) {
    console.log(
      `Processor time of the main thread by phase, ms, to the ${target === 'list' ? 'list' : 'light page'}`,
    )
    console.table(
      Object.fromEntries(traces.map(([name, site, events]) => [name, phasesOf(events, site[target].path)])),
    )
  }
}

async function openOwnPages(browser: Browser): Promise<Site> {
  const { desk, stop } = await startIssuesDesk()
  stops.push(stop)
  const page = await openSignedIn(browser, desk)
  return {
    page,
    list: { path: '/issues', heading: 'Issues' },
    light: { path: '/projects', heading: 'Projects' },
  }
}

async function openRows(browser: Browser): Promise<{ site: Site; look: DeskLook }> {
  const site = await buildRowsSite()
  stops.push(site.remove)
  const desk = await startDesk({ root: site.root })
  stops.push(async () => {
    await desk.stop()
    await removeData(desk)
  })
  const [name = '', value = ''] = (await signInForCookie(desk)).split('=')
  const context = await browser.newContext({ baseURL: desk.url })
  await context.addCookies([{ url: desk.url, name, value }])
  const page = await openAt(await context.newPage())
  const frame = await page.page.evaluate(readFrame)
  const look = { frame, assets: join(site.root, 'dist', 'client', dirname(frame.styles)) }
  return { site: page, look }
}

function readFrame(): DeskLook['frame'] {
  const html = (id: string) => document.getElementById(id)?.innerHTML ?? ''
  const classOf = (selector: string) => document.querySelector(selector)?.className ?? ''
  const pathOf = (rel: string) =>
    new URL(document.querySelector<HTMLLinkElement>(`link[rel=${rel}]`)?.href ?? '').pathname
  return {
    side: html('frame-side'),
    top: html('frame-top'),
    tabs: html('frame-tabs'),
    styles: pathOf('stylesheet'),
    icon: pathOf('icon'),
    classes: {
      frame: classOf('div:has(> #frame-side)'),
      part: classOf('#frame-side'),
      column: classOf('div:has(> #content)'),
      content: classOf('#content'),
      head: classOf('#content div:has(> div > h1)'),
    },
  }
}

async function openPeers(browser: Browser, look: DeskLook): Promise<Record<'tanstack' | 'vike', Site>> {
  const { tanstack, vike } = await startPeerSites(look)
  stops.push(tanstack.stop, vike.stop)
  const open = async (baseURL: string) => openAt(await (await browser.newContext({ baseURL })).newPage())
  return { tanstack: await open(tanstack.url), vike: await open(vike.url) }
}

async function openAt(page: Page): Promise<Site> {
  await page.goto('/rows')
  await page.waitForLoadState('networkidle')
  return { page, ...rowsAndLight }
}

interface Times {
  list: number[]
  light: number[]
}

/** Clicks in each site to the light page and back to the list, one site after the other. */
async function clickInTurn<Name extends string>(
  sites: Record<Name, Site>,
  rounds = clicks,
): Promise<Record<Name, Times>> {
  const entries = Object.entries<Site>(sites) as [Name, Site][] // its keys are names
  const times = Object.fromEntries(
    entries.map(([name]) => [name, { list: [], light: [] }]),
  ) as unknown as Record<Name, Times>
  for (let round = -3; round < rounds; round++) {
    for (const [name, { page, ...targets }] of entries) {
      await page.bringToFront()
      for (const target of ['light', 'list'] as const) {
        await prefetch(page, targets[target].path)
        const time = await page.evaluate(clickToPainted, targets[target])
        if (round >= 0) times[name][target].push(time) // the first ones warm
      }
    }
  }
  return times
}

/** A trace of each site alone, which is at its list. */
async function traceInTurn(sites: Record<string, Site>): Promise<[name: string, Site, TraceEvent[]][]> {
  const traces: [string, Site, TraceEvent[]][] = []
  for (const [name, site] of Object.entries(sites)) {
    await site.page.bringToFront()
    await browser.startTracing(site.page, { categories: traceCategories })
    await clickInTurn({ site }, tracedClicks)
    const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] } // its format
    traces.push([name, site, trace.traceEvents])
  }
  return traces
}

/** Reaches for the link by pointer and by focus; a request that is not needed is not waited for. */
async function prefetch(page: Page, path: string): Promise<void> {
  const link = page.locator(`a[href="${path}"]`).first()
  await link.hover()
  await link.focus()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })))
  // idle time begins with a frame, and nobody clicks in step with the screen
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), restMs + Math.random() * 100)
}

/**
 * Painted is the task after the first frame that shows the new page's heading. The click is a task of its own, as a reader's
 * is: what a router does in microtasks then ends with it, and a trace counts it as script.
 */
function clickToPainted({ path, heading }: Target): Promise<number> {
  return new Promise((resolve) => {
    const start = new MessageChannel()
    const { port1, port2 } = new MessageChannel()
    let startedAt = 0
    const observer = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== heading) return
      observer.disconnect()
      requestAnimationFrame(() => port2.postMessage(null))
    })
    port1.onmessage = () => {
      performance.mark(`end ${path}`)
      resolve(performance.now() - startedAt)
    }
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    const link = document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`)
    start.port1.onmessage = () => {
      startedAt = performance.now()
      link?.click()
    }
    performance.mark(`begin ${path}`)
    start.port2.postMessage(null)
  })
}

function rowOf(times: number[]): object {
  return { 'median ms': round(median(times), 1), 'p90 ms': round(at(times, 0.9), 1) }
}

function median(times: number[]): number {
  return at(times, 0.5)
}

function at(times: number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN
}

function round(number: number, digits: number): number {
  return Number(number.toFixed(digits))
}
