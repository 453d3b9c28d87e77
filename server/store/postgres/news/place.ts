import { parseSnapshot, type Snapshot } from './snapshot.ts'

/** What a process has heard: all that a query saw. */
export interface Place {
  /** When the server was started: after a failover, numbers of lost transactions may be given again. */
  server: number
  /** The time of the query by the server's clock, in milliseconds since the epoch. */
  at: number
  /** As the server writes it. */
  snapshot: string
}

/** Says whether all that was written between two places can still be read, if rows are kept so long. */
export function isContinued(last: Place, next: Place, keptMs: number): boolean {
  return next.server === last.server && next.at - last.at < keptMs
}

/** Pages send it back in an address. */
const LONGEST_SNAPSHOT = 400

export function formatPlace({ server, at, snapshot }: Place): string {
  const short = snapshot.length <= LONGEST_SNAPSHOT ? snapshot : shorten(snapshot)
  return `${server.toString(36)}-${at.toString(36)}-${short}`
}

/** Undefined if the text is no place. */
export function parsePlace(text: string): (Omit<Place, 'snapshot'> & { snapshot: Snapshot }) | undefined {
  const [, server, at, written] = /^([\da-z]{1,10})-([\da-z]{1,10})-([\d:,]+)$/.exec(text) ?? []
  const snapshot = written === undefined ? undefined : parseSnapshot(written)
  if (server === undefined || at === undefined || snapshot === undefined) return undefined
  return { server: Number.parseInt(server, 36), at: Number.parseInt(at, 36), snapshot }
}

/** Names less than was seen: nothing from the oldest running transaction on. */
function shorten(snapshot: string): string {
  const [oldest = '0'] = snapshot.split(':')
  return `${oldest}:${oldest}:`
}
