/** What processes remember together of forms. Names and data say nothing to somebody who reads the database. */
export interface FormRows {
  /** Begins a run of this name. Returns the one that is under way or has an answer, and then begins none. */
  begin(name: string, run: string, leaseMs: number): Promise<FoundRun | undefined>
  find(name: string): Promise<FoundRun | undefined>
  /** Says that a run is still under way. */
  renew(name: string, run: string, leaseMs: number): Promise<void>
  /** Keeps the answer of a run. */
  finish(name: string, run: string, data: Uint8Array, lifeMs: number): Promise<void>
  /** Deletes a run, so that the next one begins anew. */
  drop(name: string, run: string): Promise<void>
  /** Keeps data until it is taken. */
  put(name: string, data: Uint8Array, lifeMs: number): Promise<void>
  /** Returns the data to the first caller, and deletes it. */
  take(name: string): Promise<Uint8Array | undefined>
}

export interface FoundRun {
  run: string
  /** The answer, if there is one. */
  data: Uint8Array | null
  /** True if the run was not renewed in time: its process has died. */
  isLost: boolean
}
