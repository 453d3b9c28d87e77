import autocannon from 'autocannon'
import { owner, removeData, startDesk } from '../support/desk-process.ts'
import { sendEvent } from '../support/send-event.ts'

/**
 * Requests a second of the issues page (50 issues) and of its payload, taking turns with `/healthz`, which is Fastify
 * with nothing behind it. `node tests/bench/pages.ts [rounds] [seconds]`
 */
const [rounds = 3, seconds = 5] = process.argv.slice(2).map(Number)
const paths = ['/issues', '/issues/index.pageContext.json', '/healthz']

const desk = await startDesk()
try {
  const { dsn } = JSON.parse(await desk.cli('project', 'add', 'Shop', '--json')) as { dsn: string } // our own CLI
  for (let issue = 0; issue < 50; issue++) {
    await sendEvent(dsn, { exception: { values: [{ type: `Error${letters(issue)}`, value: 'no price' }] } })
  }
  const cookie = await signIn()
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

async function signIn(): Promise<string> {
  const response = await fetch(`${desk.url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: desk.url },
    body: new URLSearchParams({ ...owner }),
  })
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Issues that differ in a number are one issue. */
function letters(number: number): string {
  return String.fromCharCode(65 + (number % 26), 65 + Math.floor(number / 26))
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
