import { onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import type { Desk } from '#server/desk/desk.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'
import { openEitherEventStore } from '#tests/support/fill/either-event-store.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'
import { createHandClock, type HandClock } from '#tests/support/store/manual-clock.ts'

export const ADA = { id: 1, email: 'ada@example.com', role: 'owner' } as const
export const GRACE = { id: 2, email: 'grace@example.com', role: 'member' } as const
export const BOB = { id: 3, email: 'bob@example.com', role: 'member' } as const

export interface OwnersDesk {
  store: Store
  hand: HandClock
  /** As the owner, Ada, sees it. */
  desk: Desk
  deskOf(viewer: typeof ADA | typeof GRACE | typeof BOB): Desk
  /** Stores an event of the first project, a second later, and returns the id of the issue of this type. */
  happen(type: string, event?: Record<string, unknown>): Promise<number>
}

/** A desk with three accounts and two teams: #billing, which is team 1, has Grace, and #web, team 2, has Bob. */
export async function openOwnersDesk(engine: Engine): Promise<OwnersDesk> {
  const hand = createHandClock()
  const events = await openEitherEventStore(engine, hand.clock)
  const { store } = events
  onTestFinished(() => events.close())
  for (const { email, role } of [ADA, GRACE, BOB]) {
    const account = { email, passwordHash: '-', role, createdAt: 0 }
    await store.write((trx) => insertAccount(trx, account))
  }
  const deskOf = (viewer: typeof ADA | typeof GRACE | typeof BOB) =>
    createDesk({ store, sees: 'all', viewer, publicUrl: 'https://desk.example', clock: hand.clock })
  const desk = deskOf(ADA)
  for (const name of ['Billing', 'Web']) await desk.teams.create(name)
  await desk.teams.addMember(1, GRACE.id)
  await desk.teams.addMember(2, BOB.id)
  let sent = 0
  return {
    ...{ store, hand, desk, deskOf },
    async happen(type, event = {}) {
      hand.advance(1_000)
      const event_id = (++sent).toString(16).padStart(32, '0')
      await events.send({ event_id, exception: { values: [{ type, value: 'no price' }] }, ...event })
      const issue = await store.db
        .selectFrom('issue')
        .select('id')
        .where('type', '=', type)
        .executeTakeFirst()
      if (issue === undefined) throw new Error(`Cannot find the issue ${type}`)
      return issue.id
    },
  }
}
