import type { AuditEntry, AuditFilter, AuditPlace } from '#server/models/accounts/audit.ts'
import { mayActAs, type Role } from '#server/models/accounts/roles.ts'
import { listAudit } from '#server/store/accounts/list-audit.ts'
import type { Store } from '#server/store/engine/store.ts'

export interface AuditPage {
  entries: AuditEntry[]
  /** The cursor of the next page; null where nothing older is left. */
  older: string | null
}

export interface DeskAudit {
  /**
   * Lists entries, newest first; none for who is no admin. A page may have fewer than `limit` although there are older
   * ones, because a search looks at 10,000 at a time. A cursor that is none begins with the newest.
   */
  list(filter: AuditFilter, page: { cursor?: string | undefined; limit: number }): Promise<AuditPage>
}

export function createDeskAudit({ db }: Store, viewer: { role: Role } | undefined): DeskAudit {
  return {
    async list(filter, { cursor, limit }) {
      if (viewer === undefined || !mayActAs(viewer.role, 'admin')) return { entries: [], older: null }
      const { entries, next } = await listAudit(db, filter, { before: parseCursor(cursor), limit })
      return { entries, older: next && `${next.at}:${next.id}` }
    },
  }
}

function parseCursor(cursor = ''): AuditPlace | undefined {
  const [, at, id] = /^(\d{1,15}):(\d{1,15})$/.exec(cursor) ?? []
  return at === undefined || id === undefined ? undefined : { at: Number(at), id: Number(id) }
}
