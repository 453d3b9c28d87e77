import type { ChannelAdapter } from '#server/alerts/channels/channel.ts'
import { createRun } from '#server/alerts/start-alerts.ts'
import { SECOND_MS } from '#server/protocol/time.ts'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { insertRule, type NewRule } from '#server/store/alerts/rules.ts'
import { anError, DELIVERED, STARTED } from '#tests/support/alerts/alerts-bench.ts'
import { type EventStore, openEventStore } from '#tests/support/store/event-store.ts'

/**
 * Processor time of the whole process to take in an event, with no rule of alerts and with fifty that match it: preparing,
 * storing and counting it, deciding who hears of it each second, and sending that to a receiver that accepts everything.
 * A second has as many events as keep one processor busy. Both take turns in one run.
 * `node --expose-gc tests/bench/alerts.ts [rounds] [seconds of a round]`
 */
const [rounds = 20, seconds = 3] = process.argv.slice(2).map(Number)
const EVENTS_A_BATCH = 100
const BATCHES_A_SECOND = 20
const EVENTS_A_ROUND = seconds * BATCHES_A_SECOND * EVENTS_A_BATCH

interface Load {
  name: string
  /** One of so many events is of a new issue. */
  everyNew: number
}

const LOADS: readonly Load[] = [
  { name: '1 of 10,000 events is a new issue', everyNew: 10_000 },
  { name: '1 of 1,000 events is a new issue', everyNew: 1_000 },
]

interface Side {
  opened: EventStore
  run: () => Promise<boolean>
  pass(): void
  now(): number
  received(): number
}

async function openSide(rules: readonly NewRule[]): Promise<Side> {
  let now = STARTED
  let received = 0
  let keys = 0
  const clock = () => now
  const opened = await openEventStore(clock)
  const { store } = opened
  await store.write(async (trx) => {
    await trx.deleteFrom('alert_rule').execute()
    const channel = { kind: 'webhook', name: 'Receiver', settings: { url: 'https://hooks.example' } } as const
    await insertChannel(trx, channel, { now, accountId: null })
    for (const rule of rules) await insertRule(trx, rule, { now, accountId: null })
  })
  const receiver: ChannelAdapter = {
    ...{ kind: 'webhook', label: 'Webhook', fields: [], check: () => undefined },
    async send() {
      received++
      return DELIVERED
    },
  }
  const run = createRun({
    ...{ store, clock, random: () => 0.5, publicUrl: 'https://desk.example', stopwatch: () => 0 },
    adapters: { webhook: receiver },
    tools: { request: () => Promise.reject(new Error('unused')), mail: undefined, now: clock },
    newKey: () => (++keys).toString(16).padStart(32, '0'),
    onFailure: (thrown) => {
      throw thrown
    },
  })
  const pass = () => {
    now += SECOND_MS
  }
  return { opened, run, now: clock, received: () => received, pass }
}

/** New issues, what comes back, and counts, as a team of fifty would have them; each search matches. */
function fiftyRules(): NewRule[] {
  const searches = ['', 'environment:production', 'level:error', 'error.type:TypeError', 'release:shop@*']
  return Array.from({ length: 50 }, (_, number) => {
    const happening = (['new', 'regressed', 'events', 'users', 'rising'] as const)[number % 5] ?? 'new'
    const isCounted = happening === 'events' || happening === 'users'
    return {
      ...{
        name: `Rule ${number}`,
        happening,
        projectId: 1,
        subjectId: null,
        search: searches[Math.floor(number / 5) % 5] ?? '',
      },
      threshold: isCounted ? { count: 20, minutes: 60 } : null,
      ...{ urgency: 'normal', coolDownMinutes: 60, channelIds: null },
    }
  })
}

/** Stores events second by second; gives milliseconds of the processor an event. */
async function measure(side: Side, { everyNew }: Load, first: number): Promise<number> {
  globalThis.gc?.()
  const before = process.cpuUsage()
  for (let batch = 0; batch < seconds * BATCHES_A_SECOND; batch++) {
    const envelopes = Array.from({ length: EVENTS_A_BATCH }, (_, place) => {
      const number = first + batch * EVENTS_A_BATCH + place
      // Events of a known issue are of one of the first twenty.
      const issue = number % everyNew === 0 ? number + 1_000 : number % 20
      const more = { event_id: number.toString(16).padStart(32, 'e'), user: { id: `u${number % 50}` } }
      const event = { ...anError(issue), ...more }
      const body = new TextEncoder().encode(
        `{}\n{"type":"event"}\n${JSON.stringify({ ...event, timestamp: side.now() / 1_000 })}\n`,
      )
      return { projectId: 1, keyId: 1, receivedAt: side.now(), body }
    })
    side.opened.writeBatch(envelopes, [])
    if ((batch + 1) % BATCHES_A_SECOND !== 0) continue
    side.pass()
    while (await side.run());
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / EVENTS_A_ROUND
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

const sides = { none: await openSide([]), fifty: await openSide(fiftyRules()) }
try {
  let next = 0
  for (const load of LOADS) {
    const runs = { none: [] as number[], fifty: [] as number[] }
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const order = round % 2 === 0 ? (['none', 'fifty'] as const) : (['fifty', 'none'] as const)
      for (const name of order) {
        const ms = await measure(sides[name], load, next)
        if (round > 0) runs[name].push(ms)
      }
      next += EVENTS_A_ROUND
    }
    // In the mean, because rules that count look once a minute, which is in one of twenty rounds.
    const ratio = mean(runs.fifty) / mean(runs.none)
    console.log(
      `${load.name}: ${mean(runs.none).toFixed(4)} ms of processor time an event without rules, ` +
        `${mean(runs.fifty).toFixed(4)} with fifty: ${((ratio - 1) * 100).toFixed(1)} % more`,
    )
  }
  console.log(`${sides.fifty.received()} messages were sent, and ${sides.none.received()} without rules`)
} finally {
  for (const { opened } of Object.values(sides)) await opened.close()
}
