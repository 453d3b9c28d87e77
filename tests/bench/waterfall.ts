import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from 'playwright-core'
import { launchWholeChromium, openSignedIn } from '#tests/support/browser/browser.ts'
import { manySpans } from '#tests/support/builders/timed-traces.ts'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { sendItems } from '#tests/support/fill/send-items.ts'
import { measureRounds, summarize } from '#tests/support/store/durations.ts'

/**
 * A trace of ten thousand spans: what the server takes for it, what it sends, and how even its rows are scrolled on a
 * processor that is four times slower. `npm run bench -- waterfall [spans]`
 */
const [spans = 10_000] = process.argv.slice(2).map(Number)
const PAGE_P95_MS = 50
const HTML_BYTES = 60_000
const SLOWDOWN = 4
const FRAMES = 400
/** Each moves the rows by one: sixty rows a second. */
const FRAME_PX = 26
const FRAME_MS = 1_000 / 60
const REQUESTS = 20
const ROUNDS = 3

const traceId = '2af7651916cd43dd8448eb211c80319c'
const desk = await startDesk()
let isMissed = false
try {
  const { dsn } = JSON.parse(await desk.cli('project', 'add', 'Shop', '--json')) as { dsn: string } // our own CLI
  for (const item of manySpans(traceId, spans, Date.now() - 60_000)) await sendItems(dsn, item)
  await measureServer(desk, dsn)
  await measureScrolling(desk)
} finally {
  await desk.stop()
  await removeData(desk)
}
if (isMissed) process.exitCode = 1

async function measureServer({ url }: DeskProcess, dsn: string): Promise<void> {
  const headers = { cookie: await signInForCookie(desk) }
  const get = async (path: string) => (await fetch(`${url}${path}`, { headers })).text()
  const html = gzipSync(await get(`/traces/${traceId}`)).length
  say(html < HTML_BYTES, 'document', `${html} bytes, gzipped`)
  const chunk = gzipSync(await get(`/traces/${traceId}/index.pageContext.json?chunk=3`)).length
  say(chunk < HTML_BYTES, '500 further rows', `${chunk} bytes, gzipped`)
  const paths: [name: string, query: string][] = [
    ['page', ''],
    ['page, folded', '?depth=1'],
    ['page, with a span', '?span=0000000000000309'],
    ['page, slow rows only', '?only=slow'],
    ['further rows', '/index.pageContext.json?chunk=3'],
  ]
  for (const [name, query] of paths) {
    const samples = Array.from({ length: REQUESTS }, () => `/traces/${traceId}${query}`)
    const { p50, p95 } = await measureRounds(samples, ROUNDS, get)
    say(p95 < PAGE_P95_MS, name, `p50 ${ms(p50)}, p95 ${ms(p95)}`)
  }
  // what arrived since it was looked at last makes the server read all of it anew
  const anew: number[] = []
  for (const item of manySpans(traceId, REQUESTS * 500, Date.now()).slice(0, REQUESTS)) {
    await sendItems(dsn, { ...item, payload: { ...(item.payload as object), spans: [] } }) // as just made
    const startedAt = performance.now()
    await get(`/traces/${traceId}`)
    anew.push(performance.now() - startedAt)
  }
  const { p50, p95 } = summarize(anew)
  console.log(`      ${'page, read anew'.padEnd(28)}  p50 ${ms(p50)}, p95 ${ms(p95)}`)
}

async function measureScrolling(to: DeskProcess): Promise<void> {
  const browser = await launchWholeChromium()
  try {
    const page = await openSignedIn(browser, to)
    await page.goto(`/traces/${traceId}`)
    await page.locator('[role=treegrid][data-live]').waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await scroll(page, 60) // warms
    const still = await scroll(page, FRAMES / 2, 0)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const before = await readTimes(session)
    const { deltas, work } = await scroll(page, FRAMES)
    const after = await readTimes(session)
    const frames = summarize(deltas)
    const [inTime, atBest] = [deltas, still.deltas].map(shareInTime) as [number, number] // of two
    say(
      inTime >= atBest - 0.02,
      `scrolled, ${SLOWDOWN}x slower`,
      `${Math.round(1_000 / frames.p50)} frames a second, ${(inTime * 100).toFixed(1)} % in time, longest ${ms(frames.longest)}`,
    )
    console.log(`      ${'where nothing moves'.padEnd(28)}  ${(atBest * 100).toFixed(1)} % in time`)
    const ofProcessor = (name: string) =>
      `${name} ${ms((((after[name] ?? 0) - (before[name] ?? 0)) * 1_000) / FRAMES)}`
    const parts = ['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].map(ofProcessor)
    console.log(`      ${'of the processor, a frame'.padEnd(28)}  ${parts.join(', ')}`)
    const { p50, p95, longest } = summarize(work)
    console.log(
      `      ${'of it scripts and layout'.padEnd(28)}  p50 ${ms(p50)}, p95 ${ms(p95)}, longest ${ms(longest)}`,
    )
    console.log(`      ${'rows in the document'.padEnd(28)}  ${await page.getByRole('row').count()}`)
  } finally {
    await browser.close()
  }
}

/** Seconds that the page's thread had of the processor, by what it did: what other processes take is not in them. */
async function readTimes(session: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/** The machine may do other things, too: what it can do at best is measured beside. */
function shareInTime(deltas: readonly number[]): number {
  return deltas.filter((delta) => delta < FRAME_MS * 1.5).length / deltas.length
}

/** Milliseconds between frames, and from each frame's beginning to when its layout is done. */
function scroll(page: Page, frames: number, px = FRAME_PX): Promise<{ deltas: number[]; work: number[] }> {
  return page.evaluate(
    ({ frames, px }) =>
      new Promise<{ deltas: number[]; work: number[] }>((resolve) => {
        const scroller = document.querySelector('[role=treegrid]')?.parentElement
        const deltas: number[] = []
        const work: number[] = []
        const { port1, port2 } = new MessageChannel()
        let began = 0
        port1.onmessage = () => work.push(performance.now() - began)
        let last = 0
        const step = (now: number) => {
          if (last > 0) deltas.push(now - last)
          last = now
          began = performance.now()
          if (scroller) scroller.scrollTop += px
          port2.postMessage(null) // comes after the frame's style and layout
          if (deltas.length < frames) requestAnimationFrame(step)
          else resolve({ deltas, work })
        }
        requestAnimationFrame(step)
      }),
    { frames, px },
  )
}

function say(isMet: boolean, name: string, figures: string): void {
  if (!isMet) isMissed = true
  console.log(`${isMet ? 'ok  ' : 'MISS'}  ${name.padEnd(28)}  ${figures}`)
}

function ms(duration: number): string {
  return `${duration.toFixed(1)} ms`
}
