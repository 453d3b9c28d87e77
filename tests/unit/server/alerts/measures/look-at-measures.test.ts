import { describe, expect, it } from 'vitest'
import { lookAtMeasures } from '#server/alerts/measures/look-at-measures.ts'
import { aRule, openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const GB = 1_000_000_000

/** A desk with one rule: its disk has less than 10 GB free. */
async function openMeasured(engine: Engine) {
  const disk = { free: 50 * GB }
  const bench = await openAlerts(engine, { readFreeBytes: async () => disk.free })
  for (const { id } of await bench.desk.alerts.rules.list()) await bench.desk.alerts.rules.delete(id)
  await bench.addChannel('Chat')
  const made = await bench.desk.alerts.rules.create(
    aRule({ happening: 'disk-full', project: '', count: '10' }),
  )
  if ('refusal' in made) throw new Error(made.refusal)
  return { ...bench, disk, ruleId: made.id }
}

describe.each(ENGINES)('what a rule measures, on %s', (engine) => {
  it('is told once when it reaches its limit, and again after it was over by more than a little', async () => {
    const { disk, pass, received } = await openMeasured(engine)
    await pass(HOUR_MS, MINUTE_MS)
    expect(received).toEqual([])
    disk.free = 9.9 * GB
    await pass(HOUR_MS, MINUTE_MS)
    expect(received).toMatchObject([
      {
        ...{ happening: 'disk-full', title: 'Disk is nearly full in Crumbtrail: Disk of the desk' },
        subjects: [{ kind: 'desk', detail: '9.9 GB are free; the limit is 10 GB', level: 'warning' }],
      },
    ])
    disk.free = 10.9 * GB // not yet over: 11 GB would be
    await pass(HOUR_MS, MINUTE_MS)
    disk.free = 9.5 * GB
    await pass(HOUR_MS, MINUTE_MS)
    expect(received).toHaveLength(1)
    disk.free = 11 * GB
    await pass(HOUR_MS, MINUTE_MS)
    disk.free = 9.5 * GB
    await pass(HOUR_MS, MINUTE_MS)
    expect(received).toHaveLength(2)
  })

  it('is looked at every five minutes, by one of several processes', async () => {
    const { disk, store, received, pass, now } = await openMeasured(engine)
    await pass(MINUTE_MS, MINUTE_MS)
    disk.free = 1 * GB
    const moment = { now: now() + 5 * MINUTE_MS, newKey: () => crypto.randomUUID() }
    const look = () =>
      lookAtMeasures(store, {
        ...{ ...moment, publicUrl: 'https://desk.example', readFreeBytes: async () => disk.free },
      })
    await Promise.all([look(), look()])
    await pass(6 * MINUTE_MS, MINUTE_MS)
    expect(received).toHaveLength(1)
  })

  it('is told after a mute and a pause, if it still holds, and not while the rule is off', async () => {
    const { desk, disk, received, pass, ruleId } = await openMeasured(engine)
    await desk.alerts.mutes.add({ project: '', minutes: '30', reason: 'move' })
    disk.free = 1 * GB
    await pass(25 * MINUTE_MS, MINUTE_MS)
    expect(received).toEqual([])
    await desk.alerts.rules.turn(ruleId, false)
    await pass(HOUR_MS, MINUTE_MS)
    expect(received).toEqual([])
    await desk.alerts.rules.turn(ruleId, true)
    await pass(6 * MINUTE_MS, MINUTE_MS)
    expect(received).toHaveLength(1)
  })

  it('has no preview where it is of the disk, and says so', async () => {
    const { desk } = await openMeasured(engine)
    expect(await desk.alerts.rules.preview(aRule({ happening: 'disk-full', count: '10' }))).toEqual({
      unknown: 'There is no preview: the desk does not keep how much of its disk was free.',
    })
  })

  it('needs its numbers, and says which are wrong', async () => {
    const { desk } = await openMeasured(engine)
    const save = (given: Parameters<typeof aRule>[0]) => desk.alerts.rules.create(aRule(given))
    expect(await save({ happening: 'disk-full', count: '0' })).toEqual({
      refusal: 'Cannot save the rule: give 1 to 10,000 gigabytes, as a whole number',
      field: 'count',
    })
    for (const percent of ['', '0', '100.01', '99.999', 'x', '-1'])
      expect(await save({ happening: 'quota-near', percent })).toEqual({
        refusal: 'Cannot save the rule: give P in per cent, above 0, with at most two decimals',
        field: 'percent',
      })
    expect(await save({ happening: 'quota-near', percent: '99.99' })).toHaveProperty('id')
    expect(await save({ happening: 'slower-release', count: '50', percent: '200' })).toHaveProperty('id')
  })
})
