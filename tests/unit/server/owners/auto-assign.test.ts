import { describe, expect, it } from 'vitest'
import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { defaultProjectSettings } from '#server/protocol/project-settings.ts'
import { putProjectSetting } from '#server/store/projects/project-settings.ts'
import { BOB, GRACE, type OwnersDesk, openOwnersDesk } from '#tests/support/desk/prepared/owners-desk.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

function setRules({ store }: OwnersDesk, given: { rules: string; isAutoAssigning?: boolean }) {
  const ownership = { ...defaultProjectSettings.ownership, ...given }
  return store.write((trx) => putProjectSetting(trx, 1, 'ownership', ownership))
}

/** An event of an issue of this type, thrown in this file. */
function happenIn(at: OwnersDesk, type: string, filename: string, event: object = {}) {
  const stacktrace = { frames: [{ filename, function: 'f', lineno: 1, in_app: true }] }
  const exception = { values: [{ type, value: 'no price', stacktrace }] }
  return at.happen(type, { exception, ...event })
}

async function handlingOf({ desk }: OwnersDesk, issueId: number) {
  const handling = await desk.issues.findHandling(issueId)
  const lines = handling?.activity.map(({ kind, who, data }) => ({ kind, who, data })) ?? []
  return { assignee: handling?.assignee ?? null, lines: lines.filter(({ kind }) => kind === 'assigned') }
}

describe.each(ENGINES)('ownership rules on %s', (engine) => {
  it('assign a new issue once, and say by which rule', async () => {
    const at = await openOwnersDesk(engine)
    await setRules(at, {
      rules: 'path:src/* #web\npath:src/billing/* #billing\npath:src/me/* grace@example.com',
    })
    const issueId = await happenIn(at, 'PayError', 'src/billing/pay.ts')
    await happenIn(at, 'PayError', 'src/billing/pay.ts')
    expect(await handlingOf(at, issueId)).toMatchObject({
      assignee: { type: 'team', slug: 'billing' },
      lines: [{ kind: 'assigned', who: null, data: { assignee: '#billing', rule: 'path:src/billing/*' } }],
    })
    const ofGrace = await happenIn(at, 'MeError', 'src/me/a.ts')
    expect((await handlingOf(at, ofGrace)).assignee).toMatchObject({ type: 'user', id: GRACE.id })
    const none = await happenIn(at, 'LibError', 'lib/a.ts')
    expect(await handlingOf(at, none)).toEqual({ assignee: null, lines: [] })
  })

  it('leave an issue to whoever has it, and take back one that comes back to nobody', async () => {
    const at = await openOwnersDesk(engine)
    const before = await happenIn(at, 'OldError', 'src/billing/old.ts')
    await setRules(at, { rules: 'path:src/billing/* #billing' })
    await happenIn(at, 'OldError', 'src/billing/old.ts')
    expect((await handlingOf(at, before)).assignee).toBeNull()
    const owned = await happenIn(at, 'PayError', 'src/billing/pay.ts')
    await at.desk.issues.change([owned], [{ kind: 'assign', accountId: BOB.id }])
    for (const issueId of [before, owned]) await at.desk.issues.change([issueId], [{ kind: 'resolve' }])
    await happenIn(at, 'OldError', 'src/billing/old.ts')
    await happenIn(at, 'PayError', 'src/billing/pay.ts')
    expect((await handlingOf(at, before)).assignee).toMatchObject({ slug: 'billing' })
    expect((await handlingOf(at, owned)).assignee).toMatchObject({ id: BOB.id, type: 'user' })
  })

  it('pass over owners who are gone, disabled or do not see the project, and are off where they are off', async () => {
    const at = await openOwnersDesk(engine)
    const rules = 'path:a/* gone@example.com #gone bob@example.com #billing'
    await setRules(at, { rules })
    expect((await handlingOf(at, await happenIn(at, 'First', 'a/b.ts'))).assignee).toMatchObject({
      id: BOB.id,
    })
    await createAccountManager(at.store, at.hand.clock, COMMAND).disable({ id: BOB.id })
    const second = await handlingOf(at, await happenIn(at, 'Second', 'a/b.ts'))
    expect(second.assignee).toMatchObject({ slug: 'billing' })
    const slug = (await at.desk.projects.list()).find(({ id }) => id === 1)?.slug ?? ''
    await at.desk.teams.changeProjectAccess(slug, { access: 'teams', teamIds: [2], was: 'all' })
    expect((await handlingOf(at, await happenIn(at, 'Third', 'a/b.ts'))).assignee).toBeNull()
    await at.desk.teams.changeProjectAccess(slug, { access: 'teams', teamIds: [1], was: 'teams 2' })
    await setRules(at, { rules, isAutoAssigning: false })
    expect((await handlingOf(at, await happenIn(at, 'Fourth', 'a/b.ts'))).assignee).toBeNull()
    await setRules(at, { rules })
    expect((await handlingOf(at, await happenIn(at, 'Fifth', 'a/b.ts'))).assignee).toMatchObject({
      slug: 'billing',
    })
  })
})
