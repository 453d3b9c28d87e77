import autocannon from 'autocannon'
import { removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { fillIssues } from '#tests/support/fill/fill-issues.ts'

/**
 * Requests a second of the issues page (50 issues) and of its payload, taking turns with `/healthz`, which is Fastify
 * with nothing behind it. `node tests/bench/pages.ts [rounds] [seconds]`
 */
const [rounds = 3, seconds = 5] = process.argv.slice(2).map(Number)
const paths = ['/issues', '/issues/index.pageContext.json', '/healthz']

const desk = await startDesk()
try {
  await fillIssues(desk)
  const cookie = await signInForCookie(desk)
  const perSecond = new Map<string, number[]>(paths.map((path) => [path, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const path of paths) {
      const run = await autocannon({
        url: desk.url + path,
        connections: 10,
        duration: seconds,
        headers: { cookie },
      })
      if (run.non2xx + run.errors > 0)
        throw new Error(`Cannot trust the run: ${run.non2xx} of ${path} failed`)
      if (round > 0) perSecond.get(path)?.push(run.requests.average) // the first round warms
    }
  }
  const bare = median(perSecond.get('/healthz') ?? [])
  const rows = [...perSecond].map(([path, runs]) => [
    path,
    { 'per second': Math.round(median(runs)), ratio: Number((median(runs) / bare).toFixed(3)) },
  ])
  console.table(Object.fromEntries(rows))
} finally {
  await desk.stop()
  await removeData(desk)
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
