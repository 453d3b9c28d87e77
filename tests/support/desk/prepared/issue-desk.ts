import { createDesk } from '#server/desk/create-desk.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { type EventStore, openEventStore } from '#tests/support/store/event-store.ts'
import { createHandClock, type HandClock } from '#tests/support/store/manual-clock.ts'

export interface IssueDesk extends EventStore {
  hand: HandClock
  /** As an account that there is sees it. */
  deskOf(accountId: number): ReturnType<typeof createDesk>
  /** As the owner sees it. */
  desk: ReturnType<typeof createDesk>
  /** Stores an event of an issue that is named by its exception's type, a second later; gives the issue's id. */
  happen(type: string, event?: Record<string, unknown>): Promise<number>
}

export const OWNER = { id: 1, email: 'ada@example.com', role: 'owner' as const }
export const MEMBER = { id: 2, email: 'grace@example.com', role: 'member' as const }

/** A store with two accounts, whose time passes by hand. */
export async function openIssueDesk(): Promise<IssueDesk> {
  const hand = createHandClock()
  const events = await openEventStore(hand.clock)
  const { store } = events
  for (const { email, role } of [OWNER, MEMBER]) {
    const account = { email, passwordHash: '-', role: role as 'owner' | 'member', createdAt: 0 } // the two above
    await store.write((trx) => insertAccount(trx, account))
  }
  const deskOf = (accountId: number) =>
    createDesk({
      sees: 'all',
      store,
      clock: hand.clock,
      publicUrl: 'https://desk.example',
      viewer: accountId === OWNER.id ? OWNER : MEMBER,
    })
  const desk = deskOf(OWNER.id)
  return {
    ...events,
    hand,
    deskOf,
    desk,
    async happen(type, event = {}) {
      hand.advance(1_000)
      const { id, ...rest } = {
        id: undefined,
        ...events.send({ exception: { values: [{ type, value: 'no price' }] }, ...event }),
      }
      const found = id === undefined ? undefined : await desk.events.findInProject(1, id)
      if (!found) throw new Error(`Cannot find the event that was sent: ${JSON.stringify(rest)}`)
      return found.issueId
    },
  }
}
