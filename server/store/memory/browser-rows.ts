/** Small things that the desk keeps for one browser for minutes. Names and data say nothing to somebody who reads them. */
export interface BrowserRows {
  put(name: string, data: Uint8Array, lifeMs: number): void | Promise<void>
  /** Undefined if nothing is kept under this name, or its time is over. */
  read(name: string): Uint8Array | undefined | Promise<Uint8Array | undefined>
  /** Returns the data to the first caller, and deletes it. */
  take(name: string): Uint8Array | undefined | Promise<Uint8Array | undefined>
}
