import { createDesk } from '#server/desk/create-desk.ts'
import type { Desk } from '#server/desk/desk.ts'
import { toActor } from '#server/models/accounts/actor.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import { FIRST_CHOICES, type NotificationChoices } from '#server/models/alerts/notices.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { readVisibleProjects } from '#server/store/accounts/visible-projects.ts'
import { saveChoices } from '#server/store/notifications/choices.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'
import { type AlertsBench, type AlertsOptions, anError, openAlerts } from './alerts-bench.ts'

export interface Person {
  id: number
  email: string
  desk: Desk
}

export interface PeopleBench extends AlertsBench {
  /** Adds an account, and gives its desk. */
  join(name: string, role?: Role): Promise<Person>
  /** Stores an event of a new issue, and gives the issue's id once everything about it was told. */
  addIssue(number?: number): Promise<number>
  choose(person: Person, choices: Partial<NotificationChoices>): Promise<void>
  /** The subjects and texts of mails to somebody, without footers. */
  mailsTo(person: Person): { subject: string; text: string }[]
}

/** Alerts with a mail server that a test holds, and people. */
export async function openPeople(
  engine: Engine,
  options: Pick<AlertsOptions, 'started' | 'request'> = {},
): Promise<PeopleBench> {
  const bench = await openAlerts(engine, { ...options, hasMail: true })
  const { store, now, delivering } = bench
  return Object.assign(bench, {
    async join(name: string, role: Role = 'member') {
      const email = `${name}@example.com`
      const id = await store.write(async (trx) => {
        const made = await insertAccount(trx, { email, role, passwordHash: '', createdAt: 0 })
        if (made === undefined) throw new Error(`Cannot add ${name}: the address is taken`)
        return made
      })
      const viewer = { id, email, role }
      const sees = await readVisibleProjects(store.db, viewer)
      const by = toActor(viewer, null)
      const publicUrl = 'https://desk.example'
      return { id, email, desk: createDesk({ store, sees, viewer, by, publicUrl, clock: now, delivering }) }
    },
    async addIssue(number = 1) {
      await bench.send(anError(number))
      await bench.pass(2_000)
      const { id } = await store.db
        .selectFrom('issue')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return id
    },
    choose: ({ id }: Person, choices: Partial<NotificationChoices>) =>
      store.write((trx) =>
        saveChoices(trx, id, { choices: { ...FIRST_CHOICES, ...choices }, digestAt: null }),
      ),
    mailsTo: ({ email }: Person) =>
      bench.mails
        .filter(({ to }) => to.includes(email))
        .map(({ subject, text }) => ({ subject, text: text.split('\n\n-- \n')[0] ?? '' })),
  })
}

/** Nobody but owners and admins sees the project from then on. */
export async function hideShop({ write }: PeopleBench['store']): Promise<void> {
  await write((trx) =>
    trx.updateTable('project').set({ access: 'teams' }).where('slug', '=', 'shop').execute(),
  )
}
