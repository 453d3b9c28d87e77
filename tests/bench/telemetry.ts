import autocannon from 'autocannon'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { fillIssues } from '#tests/support/fill/fill-issues.ts'

/**
 * What the desk's own telemetry costs: the issues page with all of it, every request traced, taking turns with a desk
 * that has none; and how much longer the start takes. `node tests/bench/telemetry.ts [rounds] [seconds]`
 */
const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number)
const variants = { on: 'in-process', off: 'none' } as const
type Variant = keyof typeof variants

const starts: Record<Variant, number[]> = { on: [], off: [] }
for (let round = 0; round <= rounds; round++) {
  for (const variant of ['on', 'off'] as const) {
    const startedAt = performance.now()
    const desk = await start(variant)
    if (round > 0) starts[variant].push(performance.now() - startedAt) // the first may build
    await desk.stop()
    await removeData(desk)
  }
}

const desks = { on: await start('on'), off: await start('off') }
await fillIssues(desks.on)
await fillIssues(desks.off)
const cookies = { on: await signInForCookie(desks.on), off: await signInForCookie(desks.off) }
const perSecond: Record<Variant, number[]> = { on: [], off: [] }
try {
  for (let round = 0; round <= rounds; round++) {
    for (const variant of ['on', 'off'] as const) {
      const run = await autocannon({
        url: `${desks[variant].url}/issues`,
        connections: 10,
        duration: seconds,
        headers: { cookie: cookies[variant] },
      })
      if (run.non2xx + run.errors > 0) throw new Error(`Cannot trust the run: ${run.non2xx} requests failed`)
      if (round > 0) perSecond[variant].push(run.requests.average)
    }
  }
} finally {
  for (const desk of Object.values(desks)) {
    await desk.stop()
    await removeData(desk)
  }
}
const ratios = perSecond.on.map((on, round) => on / (perSecond.off[round] ?? on))
console.table({
  on: { 'per second': Math.round(median(perSecond.on)), 'start ms': Math.round(median(starts.on)) },
  off: { 'per second': Math.round(median(perSecond.off)), 'start ms': Math.round(median(starts.off)) },
})
console.log(
  `ratio on/off ${median(ratios).toFixed(3)}, start +${(median(starts.on) - median(starts.off)).toFixed(0)} ms`,
)

function start(variant: Variant): Promise<DeskProcess> {
  const everyRequest = { TELEMETRY_TRACES_PER_SECOND: '999999' }
  return startDesk({ env: { TELEMETRY_ADAPTER: variants[variant], ...everyRequest } })
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
