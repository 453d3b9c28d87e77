import { describe, expect, it } from 'vitest'
import { type KnownCheckIn, reportMonitor } from '#server/monitors/monitor-state.ts'
import type { MonitorConfig } from '#server/processing/record.ts'

const HOURLY: MonitorConfig = {
  schedule: { type: 'crontab', value: '0 * * * *' },
  checkInMarginMinutes: 5,
  maxRuntimeMinutes: 10,
  timezone: null,
  failureIssueThreshold: null,
  recoveryThreshold: null,
}
const at = (clock: string) => Date.parse(`2026-11-21T${clock}:00Z`)
let ids = 0
const run = (clock: string, status: KnownCheckIn['status'] = 'ok'): KnownCheckIn => ({
  id: ++ids,
  time: at(clock),
  status,
  durationMs: null,
})
const report = (checkIns: KnownCheckIn[], now: string, config: MonitorConfig | null = HOURLY) =>
  reportMonitor(checkIns, { config, now: at(now), limit: 40 })
const statesOf = (checkIns: KnownCheckIn[], now: string) =>
  report(checkIns, now).runs.map(({ state }) => state)

describe('a monitor', () => {
  it('is what its last run was', () => {
    expect(report([run('09:00'), run('10:00')], '10:30')).toMatchObject({ state: 'ok', nextAt: at('11:00') })
    expect(report([run('10:00'), run('11:00', 'error')], '11:30').state).toBe('error')
  })

  it('waits without a run, and without a schedule knows what came', () => {
    expect(report([], '10:00')).toEqual({ state: 'waiting', runs: [], nextAt: null, message: null })
    expect(report([run('03:00')], '10:00', null)).toMatchObject({ state: 'ok', nextAt: null })
  })

  it('has missed what was due and did not come by the end of its margin', () => {
    expect(report([run('09:00')], '10:05').state).toBe('ok')
    expect(report([run('09:00')], '10:06')).toMatchObject({ state: 'missed', nextAt: at('11:00') })
    expect(statesOf([run('09:00'), run('12:01')], '12:10')).toEqual(['ok', 'missed', 'missed', 'ok'])
  })

  it('tells how late one came', () => {
    expect(report([run('09:00'), run('10:04')], '10:10').runs[1]).toMatchObject({ lateMs: 240_000 })
  })

  it('runs for as long as it may', () => {
    expect(report([run('10:00', 'in_progress')], '10:09').state).toBe('running')
    expect(report([run('10:00', 'in_progress')], '10:11').state).toBe('timed_out')
  })

  it('says what is the message with a schedule that can’t be read', () => {
    const config = { ...HOURLY, timezone: 'Nowhere' }
    expect(report([run('09:00')], '23:00', config)).toMatchObject({
      state: 'ok',
      nextAt: null,
      message: 'the time zone "Nowhere" is unknown',
    })
  })

  it('that is dead for a year is told in a moment, by the last that it missed', () => {
    const config = { ...HOURLY, schedule: { type: 'interval', value: 1, unit: 'minute' } } as const
    const dead = { id: 1, time: at('09:00') - 365 * 86_400_000, status: 'ok', durationMs: null } as const
    const { runs, state, nextAt } = report([dead], '09:00', config)
    expect(state).toBe('missed')
    expect(runs).toHaveLength(40)
    expect(runs.at(-1)?.time).toBeGreaterThan(at('08:50'))
    expect(nextAt).toBeGreaterThanOrEqual(at('08:55'))
  })
})
