import { randomBytes } from 'node:crypto'
import { ADAPTERS } from '#server/alerts/channels/adapters.ts'
import { createSafeRequest } from '#server/alerts/sending/safe-request.ts'
import { createRun } from '#server/alerts/start-alerts.ts'
import { openStore } from '#server/store/open-store.ts'

/**
 * What tells people, alone in a process of its own that ends as by a power cut after so many queries. Arguments: the
 * database's file or address, the number of queries, and the time of day in milliseconds.
 */
const [place = '', mostQueries = '', now = ''] = process.argv.slice(2)
let queries = 0
const store = await openStore({
  place,
  onQuery() {
    queries++
    if (queries === Number(mostQueries)) process.kill(process.pid, 'SIGKILL')
  },
})
const clock = () => Number(now)
const run = createRun({
  ...{ store, clock, random: () => 0.5, publicUrl: 'https://desk.example' },
  newKey: () => randomBytes(16).toString('hex'),
  adapters: ADAPTERS,
  tools: { request: createSafeRequest({ allowPrivate: true }), mail: undefined, now: clock },
  stopwatch: () => performance.now(),
  onFailure(thrown) {
    throw thrown
  },
})
while (await run());
await store.close()
