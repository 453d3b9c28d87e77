import { judgeCrashFree } from '#server/alerts/measures/crash-free.ts'
import type { Measured, MeasuredProject } from '#server/alerts/measures/measured.ts'
import { countDistinct, mergeAllSketches } from '#server/processing/sketches/distinct-count.ts'
import { listSessionHours, listUserHours, type SessionHour } from '#server/store/releases/session-hours.ts'
import { hoursOf, type PastMeasuring, type PastStep } from './replay.ts'

/** Sketches of people are large, and each hour merges those of its time. */
const MOST_RELEASES_OF_USERS = 10
/** A time is merged of so many hours at most; of a longer one, fewer hours are looked at. */
const MOST_MERGED = 6

/** Rates of each hour, of the sessions of its time. */
export async function listPastCrashFree(
  past: PastMeasuring,
  project: MeasuredProject,
): Promise<readonly PastStep[]> {
  const { db, happening, threshold, firstHour, lastHour } = past
  const length = Math.max(1, Math.floor(threshold.minutes / 60))
  const hours = { from: firstHour - length + 1, before: lastHour + 1 }
  const sessions = await listSessionHours(db, { projectId: project.id, ...hours })
  const releases = [...Map.groupBy(sessions, ({ release }) => release)]
    .map(([version, rows]) => ({ version, ...sumUp(rows, hours) }))
    .toSorted((one, other) => other.total - one.total)
  const isOfUsers = happening === 'crash-free-users'
  const stride = isOfUsers ? Math.ceil(length / MOST_MERGED) : 1
  const looked = hoursOf(past).filter((hour) => hour % stride === 0)
  const byHour = new Map<number, Measured[]>(looked.map((hour) => [hour, []]))
  for (const { version, countIn } of isOfUsers ? releases.slice(0, MOST_RELEASES_OF_USERS) : releases) {
    const shareIn = isOfUsers
      ? ofUsers(await listUserHours(db, { projectId: project.id, release: version, ...hours }))
      : ofSessions(countIn)
    for (const [hour, all] of byHour) {
      const time = { from: hour - length + 1, before: hour + 1 }
      const share = shareIn(time)
      const sessionCount = countIn(time).quantity
      if (share !== null) all.push(judgeCrashFree(past, project, { version, sessionCount, share }))
    }
  }
  return [...byHour].map(([hour, all]) => ({ hour, all }))
}

function ofSessions(countIn: (time: Hours) => { quantity: number; crashed: number }) {
  return (time: Hours): number | null => {
    const { quantity, crashed } = countIn(time)
    return quantity > 0 ? 1 - crashed / quantity : null
  }
}

interface Hours {
  from: number
  before: number
}

/** Sums from the first hour on, so that those of any time are a difference. */
function sumUp(rows: readonly SessionHour[], { from, before }: Hours) {
  const byHour = new Map(rows.map((row) => [row.hour, row]))
  const sums = [{ quantity: 0, crashed: 0 }]
  for (let hour = from; hour < before; hour++) {
    const { quantity, crashed } = sums.at(-1) ?? { quantity: 0, crashed: 0 }
    const own = byHour.get(hour)
    sums.push({
      quantity: quantity + Number(own?.quantity ?? 0),
      crashed: crashed + Number(own?.crashed ?? 0),
    })
  }
  const sumBefore = (hour: number) => sums[hour - from] ?? { quantity: 0, crashed: 0 }
  return {
    total: sums.at(-1)?.quantity ?? 0,
    countIn(time: Hours) {
      const [start, end] = [sumBefore(time.from), sumBefore(time.before)]
      return { quantity: end.quantity - start.quantity, crashed: end.crashed - start.crashed }
    },
  }
}

/** Whoever came in several hours is one. */
function ofUsers(rows: readonly { hour: number; isCrashed: number; sketch: Uint8Array }[]) {
  const byHour = Map.groupBy(rows, ({ hour }) => hour)
  return ({ from, before }: Hours): number | null => {
    const own = Array.from({ length: before - from }, (_, index) => byHour.get(from + index) ?? []).flat()
    const count = (crashed: number) =>
      countDistinct(
        mergeAllSketches(own.filter(({ isCrashed }) => isCrashed === crashed).map(({ sketch }) => sketch)),
      )
    const all = own.length === 0 ? 0 : count(0)
    return all > 0 ? Math.max(0, 1 - count(1) / all) : null // two estimates may cross
  }
}
