import { describe, expect, it } from 'vitest'
import { parseRuleForm, valuesAbout, valuesOfRule } from '#renderer/views/alert/rule/rule-values.ts'
import { type AlertsBench, aRule, openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import { happen } from '#tests/support/alerts/an-occurrence.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

/** Monitors of the project `shop`. That `backup` of `happen()` has the number 6, and `mail` the number 4. */
async function addMonitors({ store }: AlertsBench): Promise<void> {
  const { id: project_id } = await store.db
    .selectFrom('project')
    .select('id')
    .where('slug', '=', 'shop')
    .executeTakeFirstOrThrow()
  const rows = [
    { id: 6, slug: 'backup' },
    { id: 4, slug: 'mail' },
  ].map((row) => ({ ...row, project_id, config: null, created_at: 0 }))
  await store.write((trx) => trx.insertInto('monitor').values(rows).execute())
}

async function openWithMonitors(engine: (typeof ENGINES)[number]) {
  const bench = await openAlerts(engine)
  await addMonitors(bench)
  const { rules } = bench.desk.alerts
  for (const { id } of await rules.list()) await rules.delete(id)
  return { bench, rules }
}

describe.each(ENGINES)('a rule about one monitor, on %s', (engine) => {
  it('tells of this one alone, whatever its environment, and has its project', async () => {
    const { bench, rules } = await openWithMonitors(engine)
    await bench.addChannel('Chat')
    const given = aRule({ happening: 'monitor-failed', project: '', subject: '6' })
    expect(await rules.create(given)).toMatchObject({ name: 'Mine' })
    expect(await rules.list()).toMatchObject([{ project: { slug: 'shop' }, subject: 'backup', subjectId: 6 }])
    expect(await happen(bench, { slug: 'mail' })).toEqual([])
    expect(await happen(bench, {}, { environment: 'staging' })).toEqual([
      'monitor:6:production',
      'monitor:6:staging',
    ])
  })

  it('is deleted with it, so that no other monitor inherits it', async () => {
    const { bench, rules } = await openWithMonitors(engine)
    await rules.create(aRule({ happening: 'monitor-failed', subject: '6' }))
    await rules.create(aRule({ happening: 'monitor-failed', subject: '4', name: 'Other' }))
    expect(await bench.desk.monitors.delete('shop', 'backup')).toBe(true)
    expect((await rules.list()).map(({ name }) => name)).toEqual(['Other'])
  })

  it('is refused for one of another project or kind, and for none', async () => {
    const { bench, rules } = await openWithMonitors(engine)
    await bench.desk.projects.create('Blog')
    const create = (changes: object) => rules.create(aRule({ happening: 'monitor-failed', ...changes }))
    expect(await create({ project: 'blog', subject: '6' })).toEqual({
      refusal: 'Cannot save the rule: backup belongs to the project Shop',
      field: 'project',
    })
    const gone = { refusal: 'Cannot save the rule: its monitor no longer exists', field: 'monitor' }
    expect(await create({ subject: '7' })).toEqual(gone)
    expect(await create({ subject: 'x' })).toEqual(gone)
    expect(await create({ happening: 'uptime-failed', subject: '6' })).toMatchObject({ field: 'check' })
    expect(await create({ happening: 'new', subject: '6' })).toMatchObject({ field: 'happening' })
  })

  it('is filled in from the page of the monitor, and keeps it when the form is saved again', async () => {
    const { rules } = await openWithMonitors(engine)
    const about = (await rules.listSubjects()).find(({ name }) => name === 'backup')
    const made = await rules.create(parseRuleForm(new URLSearchParams(valuesAbout(about))))
    const saved = await rules.find('id' in made ? made.id : 0)
    expect(saved).toMatchObject({ happening: 'monitor-failed', subject: 'backup', projectSlug: 'shop' })
    expect(saved && parseRuleForm(new URLSearchParams(valuesOfRule(saved)))).toMatchObject({ subject: '6' })
  })
})

it('does not count a monitor that was chosen before the event of the rule was another', () => {
  const form = new URLSearchParams({ happening: 'new', monitor: '6', check: '3' })
  expect(parseRuleForm(form).subject).toBe('')
  form.set('happening', 'certificate-ends')
  expect(parseRuleForm(form).subject).toBe('3')
})
