import type { Moved } from './moved.ts'

export type ColumnType = 'bigint' | 'double precision' | 'text' | 'bytea'

/** A table with all its columns. The rows are read in the order of the primary key, in which both engines agree. */
export interface MovedTable {
  name: string
  columns: readonly { name: string; type: ColumnType }[]
  key: readonly string[]
}

/** The values of a row, in the order of its table's columns. */
export type Values = readonly unknown[]

/** The values of a row's primary key. */
export type Key = readonly (number | string)[]

/** The rows after one key and up to another one, which is included. Without them, from the first or to the last row. */
export interface KeyRange {
  after: Key | undefined
  to: Key | undefined
}

/** Some of the rows of a range, with the number of texts in which a NUL was replaced. */
export interface Page {
  rows: Values[]
  replaced: number
}

/** The number of rows in a range, and the sum of their hashes. The sum does not depend on the order of the rows. */
export interface RangeSum {
  rows: number
  hash: bigint
}

/** A range that was copied, with what was read of it then. */
export interface Part extends RangeSum {
  after: Key | undefined
  to: Key
  replaced: number
}

/** One database of a move. */
export interface MoveSide {
  /** As operators know the place; without a password. */
  readonly name: string
  /** All tables of a desk, in the order in which they are copied. */
  readonly tables: readonly MovedTable[]
  /** Reads pages of at most `most` rows, in the order of their keys. */
  readRows(table: MovedTable, range: KeyRange, most?: number): AsyncIterable<Page>
  /** The number of rows, and the sum of each of these columns, as the engine itself adds them up. */
  addUp(table: MovedTable, columns: readonly string[]): Promise<number[]>
  /** The hashes of blobs that a table names, after one of them, in order: some, or none at the end. */
  listHashes(table: BlobTable, after: string): Promise<string[]>
}

export type BlobTable = 'attachment' | 'upload_chunk'

export interface MoveSource extends MoveSide {
  /** The highest id that a row of each table ever had, as far as the engine knows. */
  readLastIds(): Promise<Map<string, number>>
  findMoved(): Promise<Moved | undefined>
  /** Says in the database that its desk has moved, durably. Only for a source that is locked. */
  markMoved(moved: Moved): Promise<void>
  /** Releases the locks. */
  close(): Promise<void>
}

export interface MoveTarget extends MoveSide {
  /** The parts of a table, which follow each other. */
  listParts(table: MovedTable): Promise<Part[]>
  /**
   * Puts rows and their parts in the place of what is in the range. One transaction does it all, so that a command that is
   * killed resumes after the last part.
   */
  replaceRange(
    table: MovedTable,
    range: KeyRange,
    rows: readonly Values[],
    parts: readonly Part[],
  ): Promise<void>
  /**
   * Makes what was left out while rows were copied: indexes, triggers and foreign keys. Returns from which table to which
   * there are references to missing rows. Throws if rows break a rule.
   */
  complete(lastIds: ReadonlyMap<string, number>): Promise<string[]>
  /** Lets desks start on the target, whose audit log names the source from then on. */
  open(at: number): Promise<void>
  close(): Promise<void>
}
