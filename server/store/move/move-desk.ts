import { copyBlobs, type MovedBlobs, verifyBlobs } from './copy-blobs.ts'
import { catchUpTables, copyTables } from './copy-tables.ts'
import type { MoveSide, MoveSource, MoveTarget } from './side.ts'
import { PART_LIMITS, type PartLimits } from './take-part.ts'
import { compareTotals, type Difference, verifyTable } from './verify-tables.ts'

interface Move {
  source: MoveSource
  target: MoveTarget
  blobs: readonly MovedBlobs[]
  /** Called with what is done next, for operators. */
  say: (line: string) => void
  limits?: PartLimits
}

export interface MovedDesk {
  /** The rows that this run copied. */
  rows: number
  attachments: number
  /** Attachments and chunks of uploads whose bytes the source does not have. */
  lost: string[]
  /** The number of texts of the target in which a NUL was replaced. */
  replaced: number
  /** From which table to which there are references to rows that the source does not have. */
  dangling: string[]
}

/** Copies what is not there yet. The source's desk may run meanwhile. */
export async function copyDesk({
  source,
  target,
  blobs,
  say,
  limits = PART_LIMITS,
}: Move): Promise<MovedDesk> {
  requireSameTables(source, target)
  say('Copying rows')
  const rows = await copyTables({ source, target, limits })
  say('Copying attachments')
  return { rows, ...(await copyAllBlobs(source, blobs)), replaced: await countReplaced(target), dangling: [] }
}

/**
 * Completes the copy of a source that is locked, compares both, and lets desks start on the target instead of the source.
 * Returns differences instead, if there are any: nothing is switched then.
 */
export async function finishDesk(
  { source, target, blobs, say, limits = PART_LIMITS }: Move,
  now: number,
): Promise<MovedDesk | { differences: Difference[] }> {
  requireSameTables(source, target)
  say('Comparing rows and copying what changed')
  const rows = await catchUpTables({ source, target, limits })
  say('Copying attachments')
  const { attachments, lost } = await copyAllBlobs(source, blobs)
  const replaced = await countReplaced(target)
  say('Reading everything back')
  const differences: Difference[] = []
  for (const table of target.tables) {
    differences.push(...(await compareTotals(source, target, table)), ...(await verifyTable(target, table)))
  }
  for (const each of blobs) differences.push(...(await verifyBlobs(source, each, new Set(lost))))
  if (differences.length > 0) return { differences }
  say('Completing the target')
  const dangling = await target.complete(await source.readLastIds())
  // The source first: if this is killed in between, no desk starts on either, and the next run resumes here.
  await source.markMoved({ to: target.name, at: now })
  await target.open(now)
  return { rows, attachments, lost, replaced, dangling }
}

async function copyAllBlobs(
  source: MoveSource,
  blobs: readonly MovedBlobs[],
): Promise<{ attachments: number; lost: string[] }> {
  let attachments = 0
  const lost: string[] = []
  for (const each of blobs) {
    const done = await copyBlobs(source, each)
    attachments += done.copied
    lost.push(...done.lost)
  }
  return { attachments, lost }
}

async function countReplaced(target: MoveTarget): Promise<number> {
  let replaced = 0
  for (const table of target.tables) {
    for (const part of await target.listParts(table)) replaced += part.replaced
  }
  return replaced
}

/** A test compares the tables of both engines, so they differ only between versions. */
function requireSameTables(source: MoveSide, target: MoveSide): void {
  for (const [place, table] of target.tables.entries()) {
    const other = source.tables[place]
    if (describe(table) === (other && describe(other))) continue
    throw new Error(`Cannot move: the table ${table.name} is of another version in ${source.name}`)
  }
}

/** Columns that a migration added are at another place. */
function describe({ name, columns, key }: MoveSide['tables'][number]): string {
  return JSON.stringify([name, columns.map((column) => `${column.name} ${column.type}`).sort(), key])
}
