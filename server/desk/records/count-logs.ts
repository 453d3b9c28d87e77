import type { Kysely } from 'kysely'
import type { LogCountFilter, LogHours } from '#server/models/logs.ts'
import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { logMatcher } from '#server/search/dialects/log-matcher.ts'
import { asksAttributes, knowsHours, type LogCondition } from '#server/search/dialects/logs.ts'
import { listPayloadTexts } from '#server/store/engine/payload-blocks.ts'
import { countLogHours, countLogRows, type LogHourCount } from '#server/store/records/read/count-logs.ts'
import { findScanEnd, scanLogs } from '#server/store/records/read/search-logs.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { boundOf } from './log-bounds.ts'

interface CountedProject {
  id: number
  slug: string
}

type CountedScope = Omit<LogCountFilter, 'query' | 'project'>

/**
 * Counts logs by hour and level: from the counts by hour where these can tell, and otherwise row by row, as far back
 * as a page of the list looks.
 */
export async function countLogs(
  db: Kysely<Database>,
  projects: readonly CountedProject[],
  { environment, period, condition }: CountedScope & { condition: LogCondition },
): Promise<LogHours> {
  const beforeHour = Math.ceil(period.end / HOUR_MS)
  const fromHour = Math.floor(period.start / HOUR_MS)
  const projectIds = projects.map(({ id }) => id)
  if (knowsHours(condition)) {
    const counts = await countLogHours(db, { projectIds, environment, fromHour, beforeHour, condition })
    return { fromHour, hours: beforeHour - fromHour, counts, countedFrom: null }
  }
  const reach = {
    fromUs: fromHour * HOUR_MS * 1000,
    beforeUs: beforeHour * HOUR_MS * 1000,
    bound: boundOf(condition, projects.length),
    after: undefined,
    isForward: false,
  }
  const ends = await Promise.all(projects.map(({ id }) => findScanEnd(db, { ...reach, projectId: id })))
  // Before this moment, rows of some project are not looked at.
  const endUs = ends.reduce<number | null>(
    (latest, end) => (end === undefined ? latest : Math.max(latest ?? 0, end.timestampUs + 1)),
    null,
  )
  const fromUs = endUs ?? reach.fromUs
  const counted = await Promise.all(
    projects.map(({ id, slug }) => {
      const scan = { ...reach, projectId: id, projectSlug: slug, environment, fromUs, condition }
      return asksAttributes(condition) ? countUnpacked(db, scan) : countLogRows(db, scan)
    }),
  )
  const countedHour = endUs === null ? fromHour : Math.floor(endUs / 1000 / HOUR_MS)
  return {
    fromHour: countedHour,
    hours: beforeHour - countedHour,
    counts: addUp(counted.flat()),
    countedFrom: endUs === null ? null : Math.floor(endUs / 1000),
  }
}

type Scan = Omit<Parameters<typeof scanLogs>[1], 'limit'>

/** Reads the attributes of the rows too. */
async function countUnpacked(db: Kysely<Database>, scan: Scan): Promise<LogHourCount[]> {
  const { rows } = await scanLogs(db, { ...scan, limit: scan.bound })
  const texts = await listPayloadTexts(db, rows)
  const matches = logMatcher(scan.condition)
  return rows.flatMap((row, index) => {
    const { attributes } = JSON.parse(texts[index] ?? '{"attributes":{}}') as { attributes: JsonObject } // our own writer wrote it
    if (!matches({ ...row, attributes })) return []
    return [{ hour: Math.floor(row.timestampUs / 1000 / HOUR_MS), level: row.level, quantity: 1 }]
  })
}

function addUp(counts: readonly LogHourCount[]): LogHourCount[] {
  const sums = new Map<string, LogHourCount>()
  for (const { hour, level, quantity } of counts) {
    const sum = sums.get(`${hour} ${level}`)
    if (sum) sum.quantity += quantity
    else sums.set(`${hour} ${level}`, { hour, level, quantity })
  }
  return [...sums.values()].toSorted((a, b) => a.hour - b.hour)
}
