import { readFileSync } from 'node:fs'
import type { OwnServer } from '#tests/support/postgres/own-server.ts'

/**
 * Measures the processor time of the server's processes from now on. Returns what gives it in microseconds; 0 on a system that
 * does not tell. A process that ended meanwhile is left out: an idle connection, as a rule.
 */
export async function startServerTimer(server: Pick<OwnServer, 'query'>): Promise<() => Promise<number>> {
  const before = await readTimes(server)
  return async () => {
    let sum = 0
    for (const [pid, timeUs] of await readTimes(server)) sum += timeUs - (before.get(pid) ?? 0)
    return sum
  }
}

async function readTimes({ query }: Pick<OwnServer, 'query'>): Promise<Map<number, number>> {
  const rows = await query('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  const times = new Map<number, number>()
  for (const pid of rows.map((row) => Number(row.pid))) {
    const timeUs = readProcessUs(pid)
    if (timeUs !== undefined) times.set(pid, timeUs)
  }
  return times
}

function readProcessUs(pid: number): number | undefined {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1_000
  } catch {
    return undefined // it has just ended
  }
}
