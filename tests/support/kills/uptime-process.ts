import { randomBytes } from 'node:crypto'
import { ADAPTERS } from '#server/alerts/channels/adapters.ts'
import { createSafeRequest } from '#server/alerts/sending/safe-request.ts'
import { createRun } from '#server/alerts/start-alerts.ts'
import { openStore } from '#server/store/open-store.ts'
import { createRunner } from '#server/uptime/run/run-checks.ts'
import { DOWN } from '#tests/support/uptime/uptime-answers.ts'

/**
 * What asks checks, none of which answers, and what tells people, alone in a process of its own that ends as by a power cut after
 * so many queries. Arguments: the database's file or address, the number of queries, and the time of day in milliseconds.
 */
const [place = '', mostQueries = '', began = ''] = process.argv.slice(2)
let queries = 0
let now = Number(began)
const store = await openStore({
  place,
  onQuery() {
    queries++
    if (queries === Number(mostQueries)) process.kill(process.pid, 'SIGKILL')
  },
})
const onFailure = (thrown: unknown) => {
  throw thrown
}
const shared = {
  ...{ store, clock: () => now, publicUrl: 'https://desk.example', onFailure },
  newKey: () => randomBytes(16).toString('hex'),
}
const runner = createRunner({ ...shared, probe: async () => DOWN, stop: new AbortController().signal })
const tools = { request: createSafeRequest({ allowPrivate: true }), mail: undefined, now: () => now }
const run = createRun({
  ...{ ...shared, tools, adapters: ADAPTERS, random: () => 0.5, stopwatch: () => performance.now() },
})
// The second try is five seconds after the first.
for (const waitMs of [0, 6_000, 6_000]) {
  now += waitMs
  await runner.begin()
  await runner.settle()
  while (await run());
}
await store.close()
