/** Which transactions a query saw: https://www.postgresql.org/docs/18/functions-info.html#FUNCTIONS-PG-SNAPSHOT */
export interface Snapshot {
  /** All transactions before it had ended. */
  oldest: bigint
  /** No transaction from it on had begun. */
  next: bigint
  /** Those between that were running, as text. */
  running: ReadonlySet<string>
}

/** Parses `xmin:xmax:xip_list`; undefined if the text is something else. */
export function parseSnapshot(text: string): Snapshot | undefined {
  const [, oldest, next, list] = /^(\d{1,20}):(\d{1,20}):([\d,]*)$/.exec(text) ?? []
  if (oldest === undefined || next === undefined || list === undefined) return undefined
  const running = list === '' ? [] : list.split(',')
  if (!running.every((xid) => /^\d{1,20}$/.test(xid))) return undefined
  return { oldest: BigInt(oldest), next: BigInt(next), running: new Set(running) }
}

/** Says whether the query saw what a transaction stored. */
export function sees({ oldest, next, running }: Snapshot, xid: string): boolean {
  const number = BigInt(xid)
  return number < oldest || (number < next && !running.has(xid))
}
