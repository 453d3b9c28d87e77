/** Work that one process does at a time, by its name. */
export interface Leases {
  /** Takes the work until it is given back; undefined while somebody has it. */
  take(name: string): Promise<Lease | undefined>
  isTaken(name: string): Promise<boolean>
}

export interface Lease {
  giveBack(): Promise<void>
}

/** The work of a single process. */
export function createOwnLeases(): Leases {
  const taken = new Set<string>()
  return {
    async take(name) {
      if (taken.has(name)) return undefined
      taken.add(name)
      return {
        async giveBack() {
          taken.delete(name)
        },
      }
    },
    isTaken: async (name) => taken.has(name),
  }
}
