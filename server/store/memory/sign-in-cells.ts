/** The cells of the sketches of sign-in attempts, which several processes share. A cell that nobody knows is dry. */
export interface SignInCells {
  /** Returns how many milliseconds it takes until each cell that is not dry has leaked dry. */
  read(cells: readonly number[]): Promise<CellMs>
  /**
   * Adds milliseconds to cells, unless `isAllowed` says no to what they had before. While it decides, nobody else changes
   * them. Returns what they had.
   */
  take(adds: CellMs, isAllowed: (before: CellMs) => boolean): Promise<CellMs>
  /** Undoes a `take()`. */
  giveBack(taken: CellMs): Promise<void>
}

/** Milliseconds by cell. */
export type CellMs = ReadonlyMap<number, number>
