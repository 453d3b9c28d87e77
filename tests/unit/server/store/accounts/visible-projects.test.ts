import type { Transaction } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#server/models/accounts/roles.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { readVisibleProjects, readVisibleToToken } from '#server/store/accounts/visible-projects.ts'
import type { Store } from '#server/store/engine/store.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { ENGINES, openTestStore } from '#tests/support/postgres/each-engine.ts'

describe.each(ENGINES)('what an account or a token sees, on %s', (engine) => {
  let store: Store
  let write: <T>(work: (trx: Transaction<Database>) => Promise<T>) => Promise<T>

  /** The project 1 is open to all; 2 and 3 are of teams. */
  beforeEach(async () => {
    store = await openTestStore(engine)
    write = store.write
    for (const slug of ['shop', 'api']) {
      await write((trx) => insertProject(trx, { slug, name: slug, publicKey: slug.repeat(8), now: 0 }))
    }
    await write((trx) =>
      trx.updateTable('project').set({ access: 'teams' }).where('id', 'in', [2, 3]).execute(),
    )
    const team = { slug: 'shop', name: 'Shop', created_at: 0 }
    await write((trx) => trx.insertInto('team').values(team).execute())
    await write((trx) => trx.insertInto('team_project').values({ team_id: 1, project_id: 2 }).execute())
  })

  afterEach(() => store.close())

  const addAccount = async (role: Role) =>
    (await write((trx) =>
      insertAccount(trx, { email: `${role}@example.com`, passwordHash: '-', role, createdAt: 0 }),
    )) ?? 0

  const addToken = (accountId: number | null, projectIds?: number[]) =>
    write(async (trx) => {
      const isBound = projectIds === undefined ? 0 : 1
      const { id } = await trx
        .insertInto('token')
        .values({
          name: 'ci',
          token_hash: 'a',
          scope: 'org:read',
          created_at: 0,
          account_id: accountId,
          is_bound: isBound,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const bound = (projectIds ?? []).map((project_id) => ({ token_id: id, project_id }))
      if (bound.length > 0) await trx.insertInto('token_project').values(bound).execute()
      return id
    })

  it.each(['owner', 'admin'] as const)('is all for an %s', async (role) => {
    expect(await readVisibleProjects(store.db, { id: await addAccount(role), role })).toBe('all')
  })

  it.each(['member', 'viewer'] as const)(
    'is what is open to all, and what is of their teams, for a %s',
    async (role) => {
      const account = { id: await addAccount(role), role }
      expect(await readVisibleProjects(store.db, account)).toEqual([1])
      await write((trx) =>
        trx.insertInto('team_member').values({ team_id: 1, account_id: account.id }).execute(),
      )
      expect(await readVisibleProjects(store.db, account)).toEqual([1, 2])
      await write((trx) => trx.insertInto('team_project').values({ team_id: 1, project_id: 3 }).execute())
      expect(await readVisibleProjects(store.db, account)).toBe('all')
      await write((trx) => trx.deleteFrom('team_member').execute())
      expect(await readVisibleProjects(store.db, account)).toEqual([1])
    },
  )

  it('is what a token is bound to, even if that is gone, and never more than its owner sees', async () => {
    const member = await addAccount('member')
    expect(await readVisibleToToken(store.db, 9)).toEqual([])
    const id = await addToken(null)
    expect(await readVisibleToToken(store.db, id)).toBe('all')
    await write((trx) => trx.updateTable('token').set({ account_id: member }).execute())
    expect(await readVisibleToToken(store.db, id)).toEqual([1])
    await write((trx) => trx.deleteFrom('token').execute())
    const bound = await addToken(null, [1, 3])
    expect(await readVisibleToToken(store.db, bound)).toEqual([1, 3])
    await write((trx) => trx.updateTable('token').set({ account_id: member }).execute())
    expect(await readVisibleToToken(store.db, bound)).toEqual([1])
    await write((trx) => trx.deleteFrom('token_project').execute())
    expect(await readVisibleToToken(store.db, bound)).toEqual([])
  })
})
