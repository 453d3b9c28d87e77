import type { Transaction } from 'kysely'
import type { AuditAction } from '#server/models/accounts/audit.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type {
  GivenStatusPage,
  ListedStatusPage,
  StatusPageChoice,
  StatusPageDetail,
} from '#server/models/uptime/status-pages.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { listMonitorRows } from '#server/store/records/read/check-ins.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { listChecks } from '#server/store/uptime/checks.ts'
import * as stored from '#server/store/uptime/status-pages.ts'
import type { UptimeContext } from './checks.ts'
import { readStatusPage } from './status-page-form.ts'

/** Pages that strangers may read. */
export interface DeskStatusPages {
  list(): Promise<ListedStatusPage[]>
  find(id: number): Promise<StatusPageDetail | undefined>
  /** What a page can show. */
  listChoices(): Promise<StatusPageChoice[]>
  /** A new page is off. */
  create(given: GivenStatusPage): Promise<{ id: number; title: string } | Refusal>
  /** Refused where somebody changed it since `version`. */
  change(id: number, given: GivenStatusPage, version: number): Promise<{ title: string } | Refusal>
  turn(id: number, isEnabled: boolean): Promise<{ title: string } | Refusal>
  delete(id: number): Promise<{ title: string } | Refusal>
}

const MOST_MONITORS = 200
const GONE = 'it no longer exists'

export function createDeskStatusPages({ store, whole, clock, by, viewer }: UptimeContext): DeskStatusPages {
  const record = (trx: Transaction<Database>, action: AuditAction, target: string) =>
    recordAudit(trx, { ...by, at: clock(), action, target, details: {} })

  const find = async (id: number) =>
    Number.isSafeInteger(id) ? stored.findStatusPage(whole.db, { id }) : undefined

  async function listChoices(): Promise<StatusPageChoice[]> {
    const [checks, monitors] = await Promise.all([
      listChecks(store.db),
      listMonitorRows(store.db, { projectSlug: undefined, after: undefined, limit: MOST_MONITORS }),
    ])
    return [
      ...checks.map(({ id, name, projectSlug }) => ({ key: `check:${id}`, name, project: projectSlug })),
      ...monitors.map(({ id, slug, projectSlug }) => ({
        key: `monitor:${id}`,
        name: slug,
        project: projectSlug,
      })),
    ]
  }

  /** Reads the form; a page of that address that is another one is a refusal. */
  async function read(given: GivenStatusPage, ownId?: number) {
    const keys = new Set((await listChoices()).map(({ key }) => key))
    const page = readStatusPage(given, keys)
    if ('refusal' in page) return page
    const other = await stored.findStatusPage(whole.db, { slug: page.slug })
    if (other === undefined || other.id === ownId) return page
    return { refusal: `Cannot save the status page: another one has the address ${page.slug}`, field: 'slug' }
  }

  /** Runs `work` with a page that exists, or refuses. */
  async function withPage(
    verb: string,
    id: number,
    work: (trx: Transaction<Database>, title: string) => Promise<Refusal | undefined>,
  ): Promise<{ title: string } | Refusal> {
    const page = await find(id)
    if (page === undefined) return { refusal: `Cannot ${verb} the status page: ${GONE}` }
    return whole.write(async (trx) => (await work(trx, page.title)) ?? { title: page.title })
  }

  return {
    list: () => stored.listStatusPages(whole.db),
    find,
    listChoices,
    async create(given) {
      const page = await read(given)
      if ('refusal' in page) return page
      const facts = { now: clock(), accountId: viewer?.id ?? null }
      return whole.write(async (trx) => {
        const id = await stored.insertStatusPage(trx, page, facts)
        await record(trx, 'status-page.add', page.title)
        return { id, title: page.title }
      })
    },
    async change(id, given, version) {
      const page = await read(given, id)
      if ('refusal' in page) return page
      return withPage('change', id, async (trx) => {
        if (!(await stored.updateStatusPage(trx, id, page, version))) {
          return {
            refusal: 'Cannot change the status page: it was changed in the meantime. Look at it again',
          }
        }
        await record(trx, 'status-page.change', page.title)
        return undefined
      })
    },
    turn: (id, isEnabled) =>
      withPage(isEnabled ? 'turn on' : 'turn off', id, async (trx, title) => {
        await stored.turnStatusPage(trx, id, isEnabled)
        await record(trx, isEnabled ? 'status-page.on' : 'status-page.off', title)
        return undefined
      }),
    delete: (id) =>
      withPage('delete', id, async (trx, title) => {
        await stored.deleteStatusPage(trx, id)
        await record(trx, 'status-page.remove', title)
        return undefined
      }),
  }
}
