import type { News, NewsItem, WriteNews } from '#server/store/engine/news.ts'
import { oncePerTurn } from '#server/store/engine/once-per-turn.ts'
import { openPool } from '#server/store/postgres/connections/pool.ts'
import { createTurns, type Repeating, repeat } from './asking.ts'
import { formatNews, parseNews } from './news-data.ts'
import { appendNews, deleteOldNews, KEPT_MS, readNews, readStart } from './news-rows.ts'
import { formatPlace, isContinued, type Place } from './place.ts'
import { createRecentItems } from './recent-items.ts'
import { parseSnapshot, sees } from './snapshot.ts'

/** As often as the writer's thread looks for something to fold. */
const ASK_EVERY_MS = 250
const LONGEST_PAUSE_MS = 2_000
/** A process whose last answer is older does not know whether it is up to date. */
const FRESH_MS = 500
const DELETE_EVERY_MS = 60_000
/** Rows are read for half of the time for which they are kept: the other half is for transactions that commit late. */
const READABLE_MS = KEPT_MS / 2
/** A query takes less than a millisecond. One that has no answer by then is asked again by another connection. */
const TIMEOUTS = { statement_timeout: 2_000, query_timeout: 3_000 }

export interface NewsOptions {
  url: string
  /** In milliseconds. It says how old the last answer is. */
  stopwatch?: () => number
  /** Called once while the database does not answer, and for each item that could not be told. */
  onFailure: (thrown: unknown) => void
}

export interface PostgresNews extends News, WriteNews {
  /** Asks what other processes did since the last answer. */
  catchUp(): Promise<void>
  /** Starts to ask at regular times. */
  start(): Promise<void>
  close(): Promise<void>
}

/**
 * Hears what other processes wrote. Each query asks for what the one before could not see, so nothing is lost when a
 * connection breaks, behind a pooler, or when a transaction commits later than one with a higher number.
 */
export function createNews({ url, onFailure, ...options }: NewsOptions): PostgresNews {
  const { stopwatch = () => performance.now() } = options
  const pool = openPool(url, { max: 2, ...TIMEOUTS })
  const listeners = new Set<(item: NewsItem) => void>()
  const recent = createRecentItems()
  const telling = new Set<Promise<void>>()
  let place: Place | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let deletedAt = stopwatch()
  let versions = 0
  let ownWrite: string | undefined
  let repeating: Repeating | undefined

  const doubt = oncePerTurn(() => ++versions)

  async function ask(): Promise<void> {
    const startedAt = stopwatch()
    if (place === undefined) await begin()
    else await hear(place)
    askedAt = startedAt
  }

  async function begin(): Promise<void> {
    const { place: current, told } = await readStart(pool)
    place = current
    recent.start(current, told && { xids: told, durationMs: KEPT_MS })
    versions++
  }

  async function hear(last: Place): Promise<void> {
    const { place: current, rows } = await readNews(pool, last.snapshot)
    place = current
    if (rows === undefined || !isContinued(last, current, READABLE_MS)) return loseTrack(current)
    if (rows.length > 0) versions++
    const told = rows.flatMap(({ xid, data }) => (data === null ? [] : [{ xid, data }]))
    for (const { xid } of told) recent.add(xid, current)
    for (const { data } of told) announce(parseNews(data))
  }

  function loseTrack(current: Place): void {
    versions++
    recent.start(current)
    announce({ kind: 'unknown', projectIds: [] })
  }

  function announce(item: NewsItem): void {
    for (const listener of listeners) {
      try {
        listener(item)
      } catch (thrown) {
        onFailure(thrown) // the other listeners are still called
      }
    }
  }

  async function askAndDelete(): Promise<void> {
    await catchUp()
    if (stopwatch() - deletedAt < DELETE_EVERY_MS) return
    if (!(await deleteOldNews(pool))) deletedAt = stopwatch()
  }

  function hasSeen(write: string): boolean {
    const snapshot = place && parseSnapshot(place.snapshot)
    return snapshot !== undefined && sees(snapshot, write)
  }

  const catchUp = createTurns(ask)
  return {
    version() {
      if (stopwatch() - askedAt > FRESH_MS) doubt()
      return versions
    },
    wrote(xid) {
      versions++
      ownWrite = xid ?? ownWrite
    },
    lastWrite: () => ownWrite,
    noteRepeat(write) {
      ownWrite = write
    },
    async see(write) {
      if (!/^\d{1,19}$/.test(write) || hasSeen(write)) return
      await catchUp().catch(() => undefined) // each read then asks the database itself
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(item) {
      const told = appendNews(pool, formatNews(item))
        .catch(onFailure)
        .finally(() => telling.delete(told))
      telling.add(told)
    },
    place: () => (place ? formatPlace(place) : ''),
    hasMore: recent.hasMore,
    spreadMs: FRESH_MS,
    catchUp,
    async start() {
      await catchUp()
      repeating = repeat(askAndDelete, {
        ...{ everyMs: ASK_EVERY_MS, longestMs: LONGEST_PAUSE_MS },
        onFailure,
      })
    },
    async close() {
      await repeating?.close()
      await Promise.all(telling)
      await pool.end()
    },
  }
}
