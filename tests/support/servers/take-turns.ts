import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

export interface Contender {
  url: string
  headers?: Record<string, string>
  /** The server's process, whose CPU time is read. */
  pid: number
}

export interface Turn {
  perSecond: number
  /** Of all the process's threads; undefined where there is no `/proc`. */
  cpuMsPerRequest: number | undefined
}

export interface TurnsOptions {
  rounds: number
  seconds: number
  connections?: number
}

/**
 * Requests a second of each, by turns in one run: what else the machine does changes by the minute, so only what ran
 * side by side can be compared. The first round warms and does not count.
 */
export async function takeTurns<Name extends string>(
  contenders: Record<Name, Contender>,
  { rounds, seconds, connections = 10 }: TurnsOptions,
): Promise<Record<Name, Turn[]>> {
  const names = Object.keys(contenders) as Name[] // the record's own
  const turns = Object.fromEntries(names.map((name) => [name, [] as Turn[]])) as Record<Name, Turn[]>
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const { url, headers = {}, pid } = contenders[name]
      const cpuBefore = readCpuMs(pid)
      const run = await autocannon({ url, headers, connections, duration: seconds })
      const cpuAfter = readCpuMs(pid)
      const failed = run.non2xx + run.errors
      if (failed > 0) throw new Error(`Cannot trust the run: ${failed} requests of ${name} failed`)
      const cpuMsPerRequest =
        cpuBefore === undefined || cpuAfter === undefined ? undefined : (cpuAfter - cpuBefore) / run['2xx']
      if (round > 0) turns[name].push({ perSecond: run.requests.average, cpuMsPerRequest })
    }
  }
  return turns
}

/** One line for each contender, for `console.table`. */
export function toTable(turns: Record<string, Turn[]>) {
  const rows = Object.entries(turns).map(([name, ours]) => [
    name,
    {
      'per second': Math.round(perSecondOf(ours)),
      'CPU ms each': Number(cpuMsOf(ours).toFixed(3)),
    },
  ])
  return Object.fromEntries(rows)
}

export function perSecondOf(turns: readonly Turn[]): number {
  return median(turns.map(({ perSecond }) => perSecond))
}

export function cpuMsOf(turns: readonly Turn[]): number {
  return median(turns.map(({ cpuMsPerRequest = Number.NaN }) => cpuMsPerRequest))
}

/** The median of what each round's two were to each other. */
export function ratioOf(ours: readonly Turn[], bare: readonly Turn[]): number {
  return median(ours.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? perSecond)))
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** User and system time, in ticks of a hundredth of a second: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function readCpuMs(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
