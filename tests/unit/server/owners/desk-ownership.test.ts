import { describe, expect, it } from 'vitest'
import { ADA, BOB, GRACE, type OwnersDesk, openOwnersDesk } from '#tests/support/desk/prepared/owners-desk.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const RULES = '# money\npath:src/billing/* #billing ada@example.com\npath:src/* #web'

async function open(engine: (typeof ENGINES)[number]) {
  const at = await openOwnersDesk(engine)
  const project = await at.store.db
    .selectFrom('project')
    .select('slug')
    .where('id', '=', 1)
    .executeTakeFirst()
  return { ...at, slug: project?.slug ?? '' }
}

function happenIn(at: OwnersDesk, type: string, filename: string) {
  const stacktrace = { frames: [{ filename, function: 'f', lineno: 1, in_app: true }] }
  return at.happen(type, { exception: { values: [{ type, value: 'no price', stacktrace }] } })
}

describe.each(ENGINES)('the ownership of a project on %s', (engine) => {
  it('is saved as a whole, with its times and an entry in the audit log, and refused when it changed meanwhile', async () => {
    const { desk, slug, hand, store } = await open(engine)
    const empty = await desk.ownership.find(slug)
    expect(empty).toMatchObject({ value: { rules: '', isAutoAssigning: true, isActive: true }, notes: [] })
    expect(await desk.ownership.save(slug, { rules: RULES }, empty?.version)).toMatchObject({
      kind: 'done',
      members: ['rules', 'createdAt', 'updatedAt'],
    })
    const first = hand.clock()
    hand.advance(60_000)
    expect(await desk.ownership.save(slug, { rules: RULES })).toMatchObject({ kind: 'done', members: [] })
    await desk.ownership.save(slug, { isAutoAssigning: false })
    expect((await desk.ownership.find(slug))?.value).toMatchObject({
      ...{ rules: RULES, isAutoAssigning: false, createdAt: first, updatedAt: first + 60_000 },
    })
    expect(await desk.ownership.save(slug, { rules: '' }, empty?.version)).toMatchObject({
      kind: 'changed meanwhile',
    })
    const audited = await store.db
      .selectFrom('audit_entry')
      .select(['actor', 'action', 'target', 'details'])
      .where('action', '=', 'project.setting')
      .execute()
    expect(audited).toHaveLength(2)
    expect(audited[0]).toMatchObject({ actor: ADA.email, target: slug })
    expect(JSON.parse(audited[0]?.details ?? '')).toEqual({ setting: 'ownership', changed: ['rules'] })
    expect(await desk.ownership.save('gone', { rules: '' })).toEqual({ kind: 'no project' })
  })

  it('is refused with the line and what is wrong with it', async () => {
    const { desk, slug } = await open(engine)
    const wrongOf = async (given: Parameters<typeof desk.ownership.save>[1]) => {
      const saved = await desk.ownership.save(slug, given)
      return saved.kind === 'wrong' ? [saved.path, saved.message] : saved.kind
    }
    expect(await wrongOf({ rules: '\npath:src/*' })).toEqual([
      'rules',
      'line 2: it names no owner: add an address or a #team',
    ])
    expect(await wrongOf({ rules: 'path:src/* #biling' })).toEqual([
      'rules',
      'line 1: there is no team #biling; did you mean #billing?',
    ])
    expect(await wrongOf({ rules: 'path:src/* eve@example.org' })).toEqual([
      'rules',
      'line 1: there is no member eve@example.org',
    ])
    expect(await wrongOf({ names: '@org/x billing' })).toEqual([
      'names',
      'line 1: it must be a name and an address or a #team: @org/name #team',
    ])
    const many = Array.from({ length: 1_001 }, (_, line) => `path:src/${line}/* #web`).join('\n')
    expect(await wrongOf({ rules: many })).toEqual(['rules', 'line 1001: there are more than 1000 rules'])
    expect(await wrongOf({ rules: `#${'x'.repeat(100_000)}` })).toEqual([
      'rules',
      'there are more than 100000 characters',
    ])
    await desk.teams.changeProjectAccess(slug, { access: 'teams', teamIds: [1], was: 'all' })
    expect(await wrongOf({ rules: 'path:src/* #web' })).toEqual([
      'rules',
      'line 1: #web does not see the project',
    ])
    expect(await wrongOf({ rules: 'path:src/* #billing grace@example.com' })).toBe('done')
  })

  it('takes a CODEOWNERS file with names that nobody has here, and says which lines do nothing', async () => {
    const { desk, slug } = await open(engine)
    const codeowners = '* @org/web\n/src/billing/ @org/payments\n/src/x/ @eve\n'
    expect(await desk.ownership.save(slug, { codeowners })).toMatchObject({ kind: 'done' })
    expect((await desk.ownership.find(slug))?.notes).toEqual([
      { text: 'codeowners', line: 2, message: 'there is no team #payments' },
      { text: 'codeowners', line: 3, message: '@eve is not known here: add a line for it' },
    ])
    await desk.ownership.save(slug, { names: '@org/payments #billing\n@eve bob@example.com' })
    expect((await desk.ownership.find(slug))?.notes).toEqual([])
    await desk.teams.delete(1)
    expect((await desk.ownership.find(slug))?.notes).toMatchObject([
      { text: 'codeowners', line: 2, message: 'there is no team #billing' },
    ])
  })

  it('suggests owners with their rules, the deciding one first, and previews what each rule would take', async () => {
    const at = await open(engine)
    const { desk, slug } = at
    const billing = await happenIn(at, 'PayError', 'src/billing/pay.ts')
    await happenIn(at, 'CartError', 'src/cart.ts')
    await happenIn(at, 'LibError', 'lib/a.ts')
    await desk.ownership.save(slug, { rules: 'path:src/* #web\npath:src/billing/* #billing ada@example.com' })
    const event = await desk.events.find(billing, 'latest')
    const suggested = event ? await desk.ownership.listSuggested(slug, event.payload) : []
    expect(suggested.map(({ assignee, rule }) => [assignee.type, assignee.id, rule])).toEqual([
      ['team', 1, 'path:src/billing/*'],
      ['user', ADA.id, 'path:src/billing/*'],
      ['team', 2, 'path:src/*'],
    ])
    const preview = await desk.ownership.preview(slug, {
      rules: 'path:lib/* #web\npath:none/* #web\npath:src/* bob@example.com',
    })
    expect(preview?.tried).toBe(3)
    expect(preview?.rules.map(({ rule, issues }) => [rule, issues.map(({ type }) => type)])).toEqual([
      ['path:lib/*', ['LibError']],
      ['path:none/*', []],
      ['path:src/*', ['CartError', 'PayError']],
    ])
    await desk.ownership.save(slug, { isActive: false })
    expect(event && (await desk.ownership.listSuggested(slug, event.payload))).toEqual([])
  })

  it('is saved by admins only, and read by whoever sees the project', async () => {
    const { deskOf, slug } = await open(engine)
    expect(await deskOf(GRACE).ownership.find(slug)).toBeDefined()
    await expect(deskOf(BOB).ownership.save(slug, { rules: '' })).rejects.toThrow('needs the role admin')
    await expect(deskOf(BOB).ownership.preview(slug, {})).rejects.toThrow('needs the role admin')
  })
})
