import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { Chance } from './chance.ts'
import type { DemoArrival, DemoItem } from './envelope.ts'

interface Job {
  slug: string
  config: Record<string, unknown>
  everyMs: number
  /** After a full period of UTC. */
  offsetMs: number
  lastsMs: number
  days: number
  /** What becomes of the run that began so many periods ago. */
  fate(runsAgo: number): 'ok' | 'error' | 'missed'
}

const crontab = (value: string, more: Record<string, unknown> = {}) => ({
  schedule: { type: 'crontab', value },
  checkin_margin: 5,
  max_runtime: 30,
  timezone: 'UTC',
  ...more,
})

const JOBS: readonly Job[] = [
  {
    slug: 'nightly-invoices',
    config: crontab('15 2 * * *'),
    everyMs: DAY_MS,
    offsetMs: 2 * HOUR_MS + 15 * MINUTE_MS,
    lastsMs: 184_000,
    days: 14,
    fate: (runsAgo) => (runsAgo === 5 ? 'error' : 'ok'),
  },
  {
    slug: 'search-reindex',
    config: crontab('0 */2 * * *'),
    everyMs: 2 * HOUR_MS,
    offsetMs: 0,
    lastsMs: 412_000,
    days: 4,
    fate: (runsAgo) => (runsAgo === 0 || runsAgo === 33 ? 'error' : runsAgo === 32 ? 'missed' : 'ok'),
  },
  {
    slug: 'stock-sync',
    config: { schedule: { type: 'interval', value: 30, unit: 'minute' }, checkin_margin: 3, max_runtime: 10 },
    everyMs: 30 * MINUTE_MS,
    offsetMs: 0,
    lastsMs: 21_000,
    days: 2,
    fate: (runsAgo) => (runsAgo === 11 ? 'missed' : 'ok'),
  },
  {
    slug: 'newsletter',
    config: crontab('0 7 * * mon', { timezone: 'Europe/Vienna' }),
    everyMs: 7 * DAY_MS,
    offsetMs: 4 * DAY_MS + 6 * HOUR_MS, // the epoch was a Thursday
    lastsMs: 1_340_000,
    days: 21,
    fate: () => 'ok',
  },
]

/** The check-ins of the shop's jobs, in their time. */
export function jobArrivals(chance: Chance, now: number): DemoArrival[] {
  return JOBS.flatMap((job) => {
    const lastRun = Math.floor((now - job.offsetMs) / job.everyMs)
    const runs = Math.floor((job.days * DAY_MS) / job.everyMs)
    return Array.from({ length: runs }, (_, runsAgo) => ({ runsAgo, run: lastRun - runsAgo })).flatMap(
      ({ runsAgo, run }): DemoArrival[] => {
        const result = job.fate(runsAgo)
        if (result === 'missed') return []
        const began = run * job.everyMs + job.offsetMs + chance.between(400, 9_000)
        const lasted = Math.round(job.lastsMs * (0.8 + chance.next() * 0.5))
        const id = chance.hex(32)
        const arrivals = [
          { at: began, items: [checkIn(job, id, 'in_progress')] },
          { at: began + lasted, items: [checkIn(job, id, result, lasted / 1000)] },
        ]
        return arrivals.filter(({ at }) => at < now)
      },
    )
  })
}

function checkIn(job: Job, id: string, status: string, duration?: number): DemoItem {
  const payload = {
    check_in_id: id,
    monitor_slug: job.slug,
    status,
    environment: 'production',
    ...(duration !== undefined && { duration }),
    monitor_config: job.config,
  }
  return { type: 'check_in', payload }
}
