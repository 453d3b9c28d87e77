/** In `npm run test:long`. */
export const isFull = process.env.CRUMBTRAIL_TEST_DOSE === 'full'

/** Chooses whose turn it is among tests that stand for each other: `npm test` gives one, and prints it. */
export const seed = isFull ? undefined : numberOf(process.env.CRUMBTRAIL_TEST_SEED)

/** How often a loop runs that finds more the longer it runs: in `npm test`, and in `npm run test:long`. */
const loops = {
  /** Kills of a desk under load. */
  kills: { short: 6, long: 30 },
  /** Kills of a process that puts a blob. */
  killedPuts: { short: 1, long: 20 },
  /** Bytes of the largest blob that each place reads as it was put. */
  blobBytes: { short: 10 * 2 ** 20, long: 50 * 2 ** 20 },
  /** Kills of what sends alerts. */
  killedAlerts: { short: 4, long: 100 },
  /** New issues within a minute. */
  floodedIssues: { short: 240, long: 5_000 },
  /** Kills of what asks checks and tells of them. */
  killedChecks: { short: 4, long: 100 },
  /** Kills of what asks checks minute by minute. */
  killedMinutes: { short: 2, long: 100 },
  /** Places at which a move is killed, each way. */
  killedMoves: { short: 1, long: 25 },
  /** Events that are sent to a desk that is killed meanwhile, and then once more. */
  eventsAroundKill: { short: 400, long: 2_000 },
  /** Broken bodies that are processed in the test's own process. */
  fuzzedBodies: { short: 500, long: 5_000 },
  /** Broken bodies that are sent to a desk. */
  fuzzedRequests: { short: 60, long: 500 },
  /** Addresses of one page that a walk along the links opens: they differ in their searches and periods. */
  addressesOfPage: { short: 1, long: 150 },
  /** Places of each bundle whose sources are looked up. */
  mapPositions: { short: 300, long: 2_000 },
  /** Addresses of one page whose headers, compressions and repeated requests are compared. */
  comparedAddresses: { short: 1, long: 150 },
  /** Addresses of one page that are hydrated; each of them is compared with what Vike renders, in either dose. */
  hydratedAddresses: { short: 1, long: 150 },
  /** Requests of ten visitors at once. */
  requestsAtOnce: { short: 200, long: 1_000 },
  /** Merges, splits, deletions and undone changes of issues beside two processes that store their events. */
  changesBesideEvents: { short: 12, long: 400 },
  /** Texts that each of our patterns is tried with. */
  textsOfPattern: { short: 5, long: 30 },
  /** Lists of sign-in attempts that processes share. */
  sharedAttempts: { short: 3, long: 100 },
  /** Letters of a text that repeats what secrets begin with. */
  repeatedLetters: { short: 300_000, long: 1_000_000 },
  /** Milliseconds in which events are sent beside thirty slow senders. */
  besideSlowSendersMs: { short: 2_500, long: 8_000 },
}

export function doseOf(loop: keyof typeof loops): number {
  return loops[loop][isFull ? 'long' : 'short']
}

/** Gives a property's `numRuns`: a tenth of them in `npm test`, but as many as fast-check runs unasked. */
export function runs(full: number): number {
  return isFull ? full : Math.max(100, Math.ceil(full / 10))
}

/**
 * Gives cases of one kind, which stand for each other: all in `npm run test:long`, and in `npm test` so many of them, as far
 * apart as they can be. The run's seed chooses the first.
 */
export function someOf<Case>(cases: readonly Case[], many: number): readonly Case[] {
  if (isFull || cases.length <= many) return cases
  return cases.filter((_, place) => ((place + (seed ?? 0)) * many) % cases.length < many)
}

/**
 * Tells whether the next test of a description runs, which is run in two ways, as with and without JavaScript: each in both
 * ways in `npm run test:long`; in `npm test` the first in one way, the second in the other, and so on.
 */
export function takeTurns(isFirstWay: boolean): () => boolean {
  let isTurn = isFirstWay !== ((seed ?? 0) % 2 === 0)
  return () => {
    isTurn = !isTurn
    return isFull || isTurn
  }
}

/** Gives a number that is one higher each time, from the seed on: for what is dealt out to tests in turn. */
export function dealFrom(): () => number {
  let next = seed ?? 0
  return () => next++
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
