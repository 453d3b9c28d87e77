import type { Page } from 'playwright-core'
import { launchWholeChromium, openSignedIn } from '#tests/support/browser/browser.ts'
import { startIssuesDesk } from '#tests/support/desk/prepared/issues-desk.ts'
import { issueCount } from '#tests/support/fill/fill-issues.ts'

/**
 * Milliseconds from a click to the next page painted, its data and code prefetched: the median of many. To a light
 * page and to the list of issues, to and fro; of the list what is in view, as the visitor sees it. `node tests/bench/navigation.ts [clicks]`
 */
const [clicks = 40] = process.argv.slice(2).map(Number)
const limitMs = 16
const headings = { '/projects': 'Projects', '/issues': 'Issues' }
type Target = keyof typeof headings

const { desk, stop } = await startIssuesDesk()
const browser = await launchWholeChromium()
try {
  const page = await openSignedIn(browser, desk)
  const times: Record<Target, number[]> = { '/projects': [], '/issues': [] }
  for (let click = -6; click < clicks * 2; click++) {
    const target = click % 2 === 0 ? '/projects' : '/issues'
    await prefetch(page, target)
    const time = await page.evaluate(clickToPainted, { target, heading: headings[target] })
    if (click >= 0) times[target].push(time) // the first ones warm
  }
  console.table({
    'to a light page': rowOf(times['/projects']),
    [`to a list of ${issueCount}`]: rowOf(times['/issues']),
  })
} finally {
  await browser.close()
  await stop()
}

/** Focus reaches for the link, as a keyboard would; a request that is not needed is not waited for. */
async function prefetch(page: Page, target: Target): Promise<void> {
  await page.locator(`nav a[href="${target}"]`).first().focus()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  // idle time begins with a frame, and nobody clicks in step with the screen
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), Math.random() * 100)
}

/** Painted is the task after the first frame that shows the new page's heading. */
function clickToPainted({ target, heading }: { target: string; heading: string }): Promise<number> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    let startedAt = 0
    const observer = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== heading) return
      observer.disconnect()
      requestAnimationFrame(() => port2.postMessage(null))
    })
    port1.onmessage = () => resolve(performance.now() - startedAt)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    startedAt = performance.now()
    document.querySelector<HTMLAnchorElement>(`nav a[href="${target}"]`)?.click()
  })
}

function rowOf(times: number[]): object {
  const at = (part: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN
  return { 'median ms': round(at(0.5)), 'p90 ms': round(at(0.9)), 'limit ms': limitMs }
}

function round(ms: number): number {
  return Number(ms.toFixed(1))
}
