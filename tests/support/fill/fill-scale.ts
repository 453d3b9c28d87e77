import { randomBytes } from 'node:crypto'
import type { AcceptedEvent } from '#server/processing/pipeline/processed.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { insertProject, randomProjectKey } from '#server/store/projects/projects.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import type { BatchEntry } from '#server/writer/batch/entry.ts'
import { createEntryStore } from '#server/writer/batch/entry-store.ts'
import { createBatchStore } from '#server/writer/batch/store.ts'
import { fillScaleRest } from './fill-scale-rest.ts'
import { scaleIssue } from './scale-issue.ts'
import { randomHex, seededRandom } from './seeded-random.ts'

export interface ScaleOptions {
  file: string
  events: number
  /** When the newest event arrives. */
  now: number
  issues?: number
  onProgress?: (stored: number) => void
}

const SCALE_PROJECTS = 10
const DAYS = 30
const DAY_MS = 86_400_000
const EVENTS_A_BATCH = 2_000
const USERS = 200_000
const RELEASES = 24
const BROWSERS = ['Chrome', 'Firefox', 'Safari', 'Edge', 'Opera', 'Samsung Internet']
const SYSTEMS = ['Windows', 'macOS', 'Linux', 'iOS', 'Android']
const REGIONS = ['eu-west', 'eu-north', 'us-east', 'us-west', 'ap-south']

/**
 * A store as a month leaves it: events by the statements that the writer has, so that whatever it keeps of them is
 * there. Few issues have most of the events; every tenth event has a digest, half of these their other side in another
 * project. Beside them everything else that a desk is sent: fill-scale-rest.ts.
 */
export async function fillScale({
  file,
  events,
  now,
  issues = 5_000,
  onProgress,
}: ScaleOptions): Promise<void> {
  await addProjects(file)
  const connection = openConnection(file)
  try {
    connection.exec('pragma synchronous = off') // what a power cut would break is made again
    const store = createEntryStore(createBatchStore(connection, attachmentFolder(file)))
    const nextEntry = createEntries({ events, now, issues })
    for (let stored = 0; stored < events; stored += EVENTS_A_BATCH) {
      const entries = Array.from({ length: Math.min(EVENTS_A_BATCH, events - stored) }, nextEntry)
      store(entries, [])
      onProgress?.(stored + entries.length)
    }
    fillScaleRest(connection, attachmentFolder(file), now)
    connection.exec('pragma wal_checkpoint(truncate)')
  } finally {
    connection.close()
  }
}

async function addProjects(file: string): Promise<void> {
  const store = await openSqliteStore({ file })
  try {
    for (let project = 2; project <= SCALE_PROJECTS; project++) {
      const publicKey = randomProjectKey(randomBytes)
      const named = { slug: `shop-${project}`, name: `Shop ${project}`, publicKey, now: 0 }
      await store.write((trx) => insertProject(trx, named))
    }
  } finally {
    await store.close()
  }
}

/** Gives one event after the other, in the order of their arrival. */
function createEntries({
  events,
  now,
  issues,
}: {
  events: number
  now: number
  issues: number
}): () => BatchEntry {
  const random = seededRandom(7)
  const templates = Array.from({ length: issues }, (_, issue) => scaleIssue(issue))
  const pickIssue = zipf(issues, random)
  let made = 0
  let otherSide: { digest: string; traceId: string; issue: number } | undefined

  return () => {
    const share = made++ / events
    const receivedAt = Math.floor(now - (1 - share) * DAYS * DAY_MS)
    // Each issue is seen once before any chance: there are as many as were asked for.
    const issue = otherSide?.issue ?? (made <= issues ? made - 1 : pickIssue())
    const template = templates[issue % issues]
    if (!template) throw new Error('Cannot fill the store: there is no issue')
    const traceId = otherSide?.traceId ?? randomHex(random, 32)
    const digest = otherSide?.digest ?? (random() < 0.07 ? aDigest(random, issue) : undefined)
    const hasOtherSide = otherSide === undefined && digest !== undefined && random() < 0.5
    otherSide = hasOtherSide ? { digest, traceId, issue: issue + 1 } : undefined
    return {
      projectId: 1 + (issue % SCALE_PROJECTS),
      keyId: 1,
      receivedAt,
      answer: { status: 200 },
      event: anEvent(template, { random, receivedAt, traceId, digest, share }),
      spans: [],
      records: [],
      outcomes: [],
    }
  }
}

interface Chances {
  random: () => number
  receivedAt: number
  traceId: string
  digest: string | undefined
  /** Of the month that has passed. */
  share: number
}

function anEvent(template: AcceptedEvent, chances: Chances): AcceptedEvent {
  const { random, receivedAt, traceId, digest, share } = chances
  const pick = (texts: string[]) => texts[Math.floor(random() ** 2 * texts.length)] ?? ''
  const user = Math.floor(random() ** 3 * USERS)
  const browser = pick(BROWSERS)
  const release = Math.max(0, Math.floor(share * RELEASES) - Math.floor(random() ** 4 * 3))
  return {
    ...template,
    event: {
      ...template.event,
      event_id: randomHex(random, 32),
      timestamp: receivedAt / 1000,
      received: receivedAt / 1000,
      release: `shop@1.${release}.0`,
      environment: random() < 0.85 ? 'production' : 'staging',
      user: { id: String(user), email: `user-${user}@example.test` },
      tags: [
        ['browser.name', browser],
        ['os.name', pick(SYSTEMS)],
        ['region', pick(REGIONS)],
        ['url', `/shelf/${Math.floor(random() ** 2 * 5_000)}`],
      ],
      contexts: {
        browser: { name: browser, version: String(120 + Math.floor(random() * 20)) },
        trace: { trace_id: traceId, span_id: randomHex(random, 16) },
      },
      digests: digest === undefined ? [] : [digest],
    },
  }
}

/** Ours, or a number of Next.js, which stands on all events of a fault. */
function aDigest(random: () => number, issue: number): string {
  if (random() < 0.3) return String(1_000_000_000 + issue * 7_919)
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const half = (number: number) =>
    Array.from({ length: 6 }, (_, index) => digits.charAt((number >>> (index * 5)) & 31)).join('')
  return `${half(Math.imul(issue + 1, 2_654_435_761))}-${half(Math.floor(random() * 2 ** 30))}`
}

/** The first one most, the second one half as often, and so on. */
function zipf(size: number, random: () => number): () => number {
  const sums: number[] = []
  let sum = 0
  for (let rank = 1; rank <= size; rank++) {
    sum += 1 / rank
    sums.push(sum)
  }
  return () => {
    const wanted = random() * sum
    let [low, high] = [0, size - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? sum) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
