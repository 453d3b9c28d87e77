import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The kernel counts a process's time by these. */
const TICK_MS = 10

/** Milliseconds of processor time of all processes of a server, and of those that ended. On Linux. */
export function serverProcessorMs(serverFolder: string): number {
  const pid = readFileSync(join(serverFolder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]
  let ticks = 0
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const fields = readStat(name)
    const [parent, ...times] = [fields[1], fields[11], fields[12], fields[13], fields[14]]
    if (name === pid) ticks += sum(times)
    else if (parent === pid) ticks += sum(times.slice(0, 2))
  }
  return ticks * TICK_MS
}

/** The fields of a process after its name: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function readStat(name: string): string[] {
  try {
    return (readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ')
  } catch {
    return [] // it has ended
  }
}

function sum(times: readonly (string | undefined)[]): number {
  return times.reduce((total, time) => total + Number(time), 0)
}
