import { statfs } from 'node:fs/promises'

/** What the checks ask of the machine. */
export interface Runtime {
  node: string
  sqlite: string
  freeBytes(directory: string): Promise<number>
  /** Milliseconds since the epoch. */
  now(): number
}

export const thisRuntime: Runtime = {
  node: process.versions.node,
  sqlite: process.versions.sqlite ?? 'of unknown version',
  async freeBytes(directory) {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  },
  now: Date.now,
}
