import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckInRecord, MonitorConfig } from '#server/processing/record.ts'
import { createCheckInPort } from '#server/store/records/monitors/check-ins.ts'
import { insert } from '#server/store/rows/steps.ts'
import { appendedTo } from '#server/store/rows/table.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { anArrival, openPortRows, type PortRows, reasonsOf } from '#tests/support/records/port-rows.ts'
import { runs } from '#tests/support/run/doses.ts'

const DAY_MS = 86_400_000
const NOW = 100 * DAY_MS

const config: MonitorConfig = {
  ...{ schedule: { type: 'interval', value: 1, unit: 'hour' }, checkInMarginMinutes: null },
  ...{ maxRuntimeMinutes: null, timezone: null, failureIssueThreshold: null, recoveryThreshold: null },
}

type Told = { record: Omit<CheckInRecord, 'newId'>; lateMs: number }

function anyCheckIn(...slugs: string[]): fc.Arbitrary<Told> {
  return fc.record({
    record: fc.record({
      kind: fc.constant('check_in' as const),
      checkInId: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')),
      monitorSlug: fc.constantFrom(...slugs),
      status: fc.constantFrom('in_progress', 'in_progress', 'ok', 'error'),
      durationMs: fc.option(fc.integer({ min: 0, max: 9 })),
      timestamp: fc.integer({ min: 1, max: 3 }),
      traceId: fc.option(fc.constant('t')),
      release: fc.option(fc.constant('shop@1')),
      environment: fc.constantFrom('production', 'staging'),
      monitorConfig: fc.constantFrom(null, null, config, { ...config, timezone: 'Europe/Berlin' }),
    }),
    lateMs: fc.integer({ min: 0, max: 5 }),
  })
}

const MONITOR = appendedTo('monitor')(['project_id', 'slug', 'config', 'created_at', 'last_at'])
const CHECK_IN = appendedTo('check_in')([
  ...(['project_id', 'monitor_id', 'check_in_id', 'status', 'environment'] as const),
  ...(['timestamp', 'received_at', 'updated_at'] as const),
])

describe.each(ENGINES)('check-ins on %s', (engine) => {
  const port = createCheckInPort()
  let rows: PortRows

  beforeAll(async () => {
    rows = await openPortRows(engine)
  })
  afterAll(() => rows.close())

  const list = async (project_id: number) => [
    await rows.select(`
      select slug, config, created_at, last_at from monitor where project_id = ${project_id} order by id`),
    await rows.select(`
      select slug, check_in_id, status, environment, duration_ms, timestamp, received_at, updated_at, trace_id, release
      from check_in join monitor on monitor.id = check_in.monitor_id
      where check_in.project_id = ${project_id} order by check_in.id`),
  ]

  /** Stores the same in two projects: in two batches, and one by one. */
  async function compare(given: readonly Told[], first: number, makeProject: () => Promise<number>) {
    const [apart, together] = [await makeProject(), await makeProject()]
    const arrivals = (projectId: number) =>
      given.map(({ record, lateMs }, place) =>
        anArrival(projectId, { ...record, newId: `new-${place}` }, NOW + place - lateMs),
      )
    const [each, all] = [arrivals(apart), arrivals(together)]
    const one = await rows.storeEach(port, each)
    const [before, after] = [all.slice(0, first), all.slice(first)]
    const [earlier, later] = [await rows.store(port, before), await rows.store(port, after)]
    expect(await list(together)).toEqual(await list(apart))
    expect([...reasonsOf(before, earlier), ...reasonsOf(after, later)]).toEqual(reasonsOf(each, one))
    return one
  }

  it('leave the same rows whether they come in one batch or one by one', async () => {
    const told = fc.array(anyCheckIn('nightly', 'hourly'), { maxLength: 14 })
    const property = fc.asyncProperty(told, fc.nat(14), (given, first) =>
      compare(given, first, rows.makeProject).then(() => {}),
    )
    await fc.assert(property, { numRuns: runs(1_000) })
  })

  /** It has as many monitors as it may: most in use, a few heard of once, and among those one with very many check-ins. */
  async function makeFullProject(): Promise<number> {
    const project_id = await rows.makeProject()
    const monitor = (slug: string, created_at: number, last_at = created_at) => ({
      ...{ project_id, slug, config: null, created_at, last_at },
    })
    const [busy = 0] = await rows.run(
      insert(MONITOR, [
        monitor('busy', 5),
        ...['once-1', 'once-2', 'once-3'].map((slug, place) => monitor(slug, 10 + place)),
        monitor('silent', 20, 20 + 8 * DAY_MS),
        ...Array.from({ length: 995 }, (_, place) => monitor(`used-${place}`, NOW - 9 * DAY_MS, NOW - place)),
      ]),
    )
    const of = { project_id, monitor_id: busy, status: 'ok', environment: 'production' }
    await rows.run(
      insert(
        CHECK_IN,
        Array.from({ length: 1_001 }, (_, place) => ({
          ...{ ...of, check_in_id: `${place}`, timestamp: 5, received_at: 5, updated_at: 5 },
        })),
      ),
    )
    return project_id
  }

  it('replace unused monitors in a full project, in one batch as one by one', async () => {
    const slugs = ['once-1', 'silent', 'used-1', ...Array.from({ length: 6 }, (_, place) => `fresh-${place}`)]
    const told = fc.array(anyCheckIn(...slugs), { minLength: 5, maxLength: 30 })
    const reasons: (string | undefined)[] = []
    const property = fc.asyncProperty(told, fc.nat(30), async (given, first) => {
      const { declined } = await compare(given, first, makeFullProject)
      reasons.push(...declined.map(({ reason }) => reason))
    })
    await fc.assert(property, { numRuns: 8 })
    expect(reasons).toContain('other_monitor')
  })

  it('are recognized by id and status', async () => {
    const projectId = await rows.makeProject()
    const record = (checkInId: string | null, status: CheckInRecord['status']): CheckInRecord => ({
      ...{ kind: 'check_in', checkInId, newId: 'new', monitorSlug: 'nightly', status, durationMs: null },
      ...{ timestamp: 1, traceId: null, release: null, environment: 'production', monitorConfig: null },
    })
    await rows.store(port, [anArrival(projectId, record('a', 'in_progress'))])
    const asked = [
      record('a', 'in_progress'),
      record(null, 'in_progress'),
      record('a', 'ok'),
      record('b', 'ok'),
    ]
    const known = await rows.run(port.findKnown(asked.map((record) => ({ projectId, record }))))
    expect(known).toEqual([true, false, false, false])
  })
})
