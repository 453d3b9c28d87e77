import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { databaseFile } from '#server/config/data-dir.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { startWriter } from '#server/writer/writer.ts'
import { letters } from '#tests/support/browser/letters.ts'
import { removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'

/**
 * The issues page and its payload on a store of many events, 20 connections at once: while nothing is written, and while
 * events arrive. The first round warms.
 * `node tests/bench/issues.ts [events] [rounds] [seconds]`
 */
const [events = 100_000, rounds = 3, seconds = 5] = process.argv.slice(2).map(Number)
const ISSUES = 200
const HOUR_MS = 3_600_000
const ARRIVING_EACH_MS = 20

let fed = 0
const dataDir = await mkdtemp(join(tmpdir(), 'crumbtrail-issues-'))
const key = await fill(databaseFile(dataDir))
const desk = await startDesk({ dataDir })
try {
  const headers = { cookie: await signInForCookie(desk) }
  for (const { path, isFed } of [
    { path: '/issues', isFed: false },
    { path: '/issues/index.pageContext.json', isFed: false },
    { path: '/issues', isFed: true },
  ]) {
    for (let round = 0; round <= rounds; round++) {
      const stopFeeding = isFed ? feed() : undefined
      const run = await autocannon({ url: desk.url + path, headers, connections: 20, duration: seconds })
      await stopFeeding?.()
      if (run.non2xx + run.errors > 0)
        throw new Error(`Cannot trust the run: ${run.non2xx} of ${path} failed`)
      if (round === 0) continue
      const { p50, p99, max } = run.latency
      console.log(
        `${path}${isFed ? `, ${1_000 / ARRIVING_EACH_MS} events a second` : ''}: ${Math.round(run.requests.average)} a second, p50 ${p50} ms, p99 ${p99} ms, most ${max} ms`,
      )
    }
  }
} finally {
  await desk.stop()
  await removeData(desk)
}

/** Events of issues that the list shows; what it gives ends them, when the last is stored. */
function feed(): () => Promise<void> {
  const url = `${desk.url}/api/${key.project_id}/envelope/?sentry_key=${key.public_key}`
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    const body = Buffer.from(envelopeOf(events + fed++))
    last = fetch(url, { method: 'POST', body }).then(({ status }) => {
      if (status !== 200) throw new Error(`Cannot trust the run: an event was answered ${status}`)
    })
  }, ARRIVING_EACH_MS)
  return async () => {
    clearInterval(timer)
    await last
  }
}

/** Events of the last day, in so many issues, by the writer that the desk has. */
async function fill(file: string) {
  const store = await openSqliteStore({ file })
  const key = await store.db
    .selectFrom('project_key')
    .select(['id', 'project_id', 'public_key'])
    .executeTakeFirstOrThrow()
  const writer = await startWriter({ file })
  const now = Date.now()
  for (let sent = 0; sent < events; sent += 200) {
    const batch = Array.from({ length: Math.min(200, events - sent) }, (_, index) =>
      writer.submit({
        projectId: key.project_id,
        keyId: key.id,
        body: envelopeOf(sent + index),
        receivedAt: now - Math.floor(((events - sent - index) / events) * 24 * HOUR_MS),
      }),
    )
    for (const { status } of await Promise.all(batch)) {
      if (status !== 200) throw new Error(`Cannot fill the store: an event was answered ${status}`)
    }
  }
  await writer.close()
  await store.close()
  return key
}

function envelopeOf(event: number): Uint8Array {
  const issue = event % ISSUES
  const frame = {
    function: `load${letters(issue)}`,
    filename: `src/page-${letters(issue)}.ts`,
    lineno: 12,
    in_app: true,
  }
  const exception = { type: `${letters(issue)}Error`, value: 'no price', stacktrace: { frames: [frame] } }
  const payload = JSON.stringify({ level: 'error', exception: { values: [exception] } })
  const id = event.toString(16).padStart(32, '0')
  return new TextEncoder().encode(`{"event_id":"${id}"}\n{"type":"event"}\n${payload}`)
}
