/** The servers that an address names, of which one is asked at a time. */
export interface Servers {
  /** Addresses with one server each, in the order of the given one. */
  all: readonly string[]
  current(): string
  /** Changes to the next server, unless another connection has done so already. */
  leave(server: string): void
  /** Throws if the server that is asked must not be written to. */
  requirePrimary(state: ServerState): void
}

export interface ServerState {
  isReplica: number
  /** Eight hexadecimal digits that grow each time a replica takes over; null for a replica. */
  timeline: string | null
}

/** Asks for the state. https://www.postgresql.org/docs/18/functions-admin.html */
export const SERVER_STATE = `
  select pg_is_in_recovery() as "isReplica",
    case when pg_is_in_recovery() then null else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`

/**
 * Reads `postgres://user@one,two:5433/name`. The driver takes one server at a time, so each gets an address of its own. A
 * server that was primary until another one took over is refused, because what it stores would be lost.
 */
export function createServers(url: string): Servers {
  const all = listServers(url)
  let place = 0
  let newest = ''
  const current = () => all[place] ?? url
  return {
    all,
    current,
    leave(server) {
      if (server === current()) place = (place + 1) % all.length
    },
    requirePrimary({ isReplica, timeline }) {
      if (isReplica) throw new Error('Cannot use the database server: it is a replica')
      if (timeline !== null && timeline < newest) {
        throw new Error('Cannot use the database server: a replica has taken over its place')
      }
      newest = timeline ?? newest
    },
  }
}

function listServers(url: string): string[] {
  const parts = /^(?<before>[^:]+:\/\/(?:[^/]*@)?)(?<hosts>[^/?@]*)(?<after>\/.*)$/.exec(url)?.groups
  if (parts?.hosts === undefined) return [url]
  return parts.hosts.split(',').map((host) => `${parts.before}${host}${parts.after}`)
}
