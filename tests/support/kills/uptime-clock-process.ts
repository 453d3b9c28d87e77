import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { ADAPTERS } from '#server/alerts/channels/adapters.ts'
import { createSafeRequest } from '#server/alerts/sending/safe-request.ts'
import { createRun } from '#server/alerts/start-alerts.ts'
import { openStore } from '#server/store/open-store.ts'
import { createRunner } from '#server/uptime/run/run-checks.ts'
import { DOWN, UP } from '#tests/support/uptime/uptime-answers.ts'
import { isUpAt, STEP_MS } from './uptime-minutes.ts'

/**
 * What asks checks for as long as it lives, and what tells people, alone in a process of its own, with a clock that goes as fast
 * as the work is done. It prints the time of each step before it begins it. Arguments: the database's file or address, the time
 * at which it begins and the one at which it ends, in milliseconds, and the number of queries, or of those that change
 * something, after which it ends as by a power cut.
 */
const [place = '', began = '', ends = '', mostQueries = '', mostChanges = ''] = process.argv.slice(2)
let queries = 0
let changes = 0
let now = Number(began)
const store = await openStore({
  place,
  onQuery(sql) {
    queries++
    if (!/^\s*select/i.test(sql)) changes++
    if (queries === Number(mostQueries) || changes === Number(mostChanges))
      process.kill(process.pid, 'SIGKILL')
  },
})
const shared = {
  ...{ store, clock: () => now, publicUrl: 'https://desk.example' },
  newKey: () => randomBytes(16).toString('hex'),
  onFailure(thrown: unknown) {
    throw thrown
  },
}
const runner = createRunner({
  ...shared,
  probe: async ({ url }) => (isUpAt(url, now) ? UP : DOWN),
  stop: new AbortController().signal,
})
const tools = { request: createSafeRequest({ allowPrivate: true }), mail: undefined, now: () => now }
const run = createRun({
  ...{ ...shared, tools, adapters: ADAPTERS, random: () => 0.5, stopwatch: () => performance.now() },
})
for (; now < Number(ends); now += STEP_MS) {
  writeSync(1, `${now}\n`)
  await runner.begin()
  await runner.settle()
  while (await run());
}
await store.close()
