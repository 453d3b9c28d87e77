import type { ChannelAdapter } from '#server/alerts/channels/channel.ts'
import { createRun } from '#server/alerts/start-alerts.ts'
import { MINUTE_MS, SECOND_MS } from '#server/protocol/time.ts'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { insertRule, type NewRule } from '#server/store/alerts/rules.ts'
import { anError, DELIVERED, STARTED } from '#tests/support/alerts/alerts-bench.ts'
import { type MedianRatio, medianRatio } from '#tests/support/alerts/paired-ratios.ts'
import { median } from '#tests/support/fill/ingest-load.ts'
import { type EventStore, envelopeOf, openEventStore } from '#tests/support/store/event-store.ts'

/**
 * What fifty rules of alerts cost ingest, in processor time of the whole process and its threads for each event: preparing,
 * storing and counting it, deciding who hears of it each second, looking at counts each minute, and sending to a receiver that
 * accepts everything. A second has as many events as keep one processor busy. A desk without rules and one with fifty store the same
 * batches in turns of some 30 ms, so that both meet the same noise: each batch gives one ratio, and the median of some hundreds is
 * precise enough to say on which side of the limit it is.
 * `node --expose-gc tests/bench/alerts.ts [rounds]`
 */
const [rounds = 24] = process.argv.slice(2).map(Number)
const EVENTS_A_BATCH = 100
const EVENTS_A_SECOND = 2_000
/** A rule whose issues keep coming collects them for half an hour at a time, as in a busy desk. It takes this long until it does. */
const FLOOD_MS = 8 * MINUTE_MS
const FLOOD_STEP_MS = 10 * SECOND_MS
/** Rounds that are not measured: V8 compiles the code that runs most in them. */
const WARMING = 4
/** The most that ingest may cost with rules, as a multiple of what it costs without. */
const LIMIT = 1.02

interface Load {
  name: string
  /** One of so many events is of a new issue. */
  everyNew: number
  /** How long each round is. */
  seconds: number
}

const LOADS: readonly Load[] = [
  { name: '1 of 1,000 events is a new issue', everyNew: 1_000, seconds: 1 },
  { name: '1 of 10,000 events is a new issue', everyNew: 10_000, seconds: 1 },
]

const FLOOD: Load = { name: 'a flood', everyNew: EVENTS_A_BATCH, seconds: 1 }

interface Side {
  opened: EventStore
  run: () => Promise<boolean>
  pass(durationMs: number): void
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
  const pass = (durationMs: number) => {
    now += durationMs
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

/** What one side took in a round, in milliseconds of the processor for each event. */
interface Cost {
  /** To store the events, for each batch. */
  storing: number[]
  /** To decide who hears of them and to send, each second and each minute. */
  telling: number
}

/** One round: both sides store the same batches one after the other, and who begins changes. */
async function measureRound(load: Load, round: number, first: number): Promise<Costs> {
  const batchesASecond = EVENTS_A_SECOND / EVENTS_A_BATCH
  const both = [none, fifty].map((side) => ({ side, cost: { storing: [] as number[], telling: 0 } }))
  for (let batch = 0; batch < load.seconds * batchesASecond; batch++) {
    const envelopes = makeBatch(load, first + batch * EVENTS_A_BATCH, none.now())
    for (const { side, cost } of (batch + round) % 2 === 0 ? both : both.toReversed())
      cost.storing.push((await costOf(() => side.opened.writeBatch(envelopes, []))) / EVENTS_A_BATCH)
    if ((batch + 1) % batchesASecond !== 0) continue
    for (const { side, cost } of round % 2 === 0 ? both : both.toReversed())
      cost.telling += (await costOf(() => tell(side, SECOND_MS))) / (load.seconds * EVENTS_A_SECOND)
  }
  // Counts are looked at once a minute: all events of a minute that is like the measured seconds share that look.
  for (const { side, cost } of both)
    cost.telling +=
      (await costOf(() => tell(side, MINUTE_MS - load.seconds * SECOND_MS))) /
      ((MINUTE_MS / SECOND_MS) * EVENTS_A_SECOND)
  const [{ cost: ofNone }, { cost: ofFifty }] = both as [(typeof both)[0], (typeof both)[0]] // as it was made
  return { none: ofNone, fifty: ofFifty }
}

/** Both have looked at counts when it ends, so the next look is a minute later. */
async function flood(): Promise<number> {
  let next = 0
  for (const side of [none, fifty]) await tell(side, 0)
  for (let passed = 0; passed < FLOOD_MS; passed += FLOOD_STEP_MS) {
    const envelopes = makeBatch(FLOOD, next, none.now())
    for (const side of [none, fifty]) {
      side.opened.writeBatch(envelopes, [])
      await tell(side, FLOOD_STEP_MS)
    }
    next += EVENTS_A_BATCH
  }
  return next
}

async function tell(side: Side, durationMs: number): Promise<void> {
  side.pass(durationMs)
  while (await side.run());
}

async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function makeBatch({ everyNew }: Load, first: number, now: number) {
  return Array.from({ length: EVENTS_A_BATCH }, (_, place) => {
    const number = first + place
    // Events of a known issue are of one of the first twenty.
    const issue = number % everyNew === 0 ? number + 1_000 : number % 20
    const more = { event_id: number.toString(16).padStart(32, 'e'), user: { id: `u${number % 50}` } }
    return {
      projectId: 1,
      keyId: 1,
      receivedAt: now,
      body: envelopeOf({ ...anError(issue), ...more, timestamp: now / 1_000 }),
    }
  })
}

type Costs = Record<'none' | 'fifty', Cost>

/**
 * Each batch of one side, beside the same one of the other. What telling costs is spread over all events, because it is not
 * the same in every round: in some a message ends, or a count is reached.
 */
function pairsOf(measured: readonly Costs[]): (readonly [number, number])[] {
  const telling = (name: keyof Costs) =>
    measured.reduce((sum, costs) => sum + costs[name].telling, 0) / measured.length
  const [ofNone, ofFifty] = [telling('none'), telling('fifty')]
  return measured.flatMap(({ none: less, fifty: more }) =>
    less.storing.map(
      (storing, batch) => [storing + ofNone, (more.storing[batch] ?? Number.NaN) + ofFifty] as const,
    ),
  )
}

function percent(ratio: number): string {
  return `${((ratio - 1) * 100).toFixed(2)} %`
}

function verdict({ low, high }: MedianRatio): string {
  if (high < LIMIT) return 'the loss is shown to be below'
  return low > LIMIT
    ? 'the loss is shown to be above'
    : 'these rounds do not settle whether the loss is below'
}

const none = await openSide([])
const fifty = await openSide(fiftyRules())
try {
  let next = await flood()
  for (const load of LOADS) {
    const measured: Costs[] = []
    for (let round = 0; round < rounds + WARMING; round++) {
      globalThis.gc?.()
      const costs = await measureRound(load, round, next)
      if (round >= WARMING) measured.push(costs)
      next += load.seconds * EVENTS_A_SECOND
    }
    console.log(`${load.name}, ${rounds} rounds of ${load.seconds * EVENTS_A_SECOND} events for each:`)
    for (const [title, name] of [
      ['no rules', 'none'],
      ['fifty rules', 'fifty'],
    ] as const) {
      const storing = median(measured.flatMap((costs) => costs[name].storing))
      const telling = median(measured.map((costs) => costs[name].telling))
      console.log(
        `  ${title}: ${storing.toFixed(4)} ms of processor time an event to store it, ${telling.toFixed(4)} to tell of it`,
      )
    }
    const ratio = medianRatio(pairsOf(measured))
    console.log(
      `  ${percent(ratio.median)} more with fifty rules (95 %: ${percent(ratio.low)} to ${percent(ratio.high)}): ` +
        `${verdict(ratio)} ${percent(LIMIT)}`,
    )
  }
  console.log(`${fifty.received()} messages were sent, and ${none.received()} without rules`)
} finally {
  for (const { opened } of [none, fifty]) await opened.close()
}
