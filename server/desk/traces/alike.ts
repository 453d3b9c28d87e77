import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { listAlike, type Route } from '#server/store/traces/alike.ts'

/** Traces of the same route as another one, to compare it with; each is in one of the lists. */
export interface AlikeTraces {
  /** Near the median. */
  typical: AlikeTrace[]
  slowest: AlikeTrace[]
  newest: AlikeTrace[]
}

export interface AlikeTrace {
  traceId: string
  /** Milliseconds since the epoch. */
  startedAt: number
  durationMs: number
  isFailed: boolean
  user: string | null
}

const LOOKED_AT = 500
const OF_EACH = 3

export async function findAlike(
  db: Kysely<Database>,
  route: Route,
  traceId: string,
): Promise<AlikeTraces | undefined> {
  const rows = await listAlike(db, route, LOOKED_AT)
  const left = new Map(rows.filter((row) => row.traceId !== traceId).map((row) => [row.traceId, row]))
  if (left.size === 0) return undefined
  const sorted = [...left.values()].toSorted((a, b) => a.durationUs - b.durationUs)
  const median = sorted[Math.floor(sorted.length / 2)]?.durationUs ?? 0
  const take = (order: (a: Row, b: Row) => number) =>
    [...left.values()]
      .toSorted(order)
      .slice(0, OF_EACH)
      .map((row) => {
        left.delete(row.traceId)
        return toAlike(row)
      })
  const distance = ({ durationUs }: Row) => Math.abs(durationUs - median)
  return {
    typical: take((a, b) => distance(a) - distance(b)),
    slowest: take((a, b) => b.durationUs - a.durationUs),
    newest: take((a, b) => b.startUs - a.startUs),
  }
}

type Row = Awaited<ReturnType<typeof listAlike>>[number]

function toAlike({ traceId, startUs, durationUs, status, user }: Row): AlikeTrace {
  const isFailed = status !== 'ok'
  return { traceId, startedAt: startUs / 1_000, durationMs: durationUs / 1_000, isFailed, user }
}
