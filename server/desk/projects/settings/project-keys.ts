import type { Transaction } from 'kysely'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { ShownKey } from '#server/models/settings/project-settings.ts'
import { formatDsn } from '#server/protocol/dsn.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { type NewAuditEntry, recordAudit } from '#server/store/accounts/audit.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  activateKey,
  deleteKey,
  type KeyPlace,
  listKeyUses,
  putOrigins,
} from '#server/store/projects/key-uses.ts'
import { insertKey, listKeys } from '#server/store/projects/project-keys.ts'
import { findProjectId } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { parseOrigins } from './parse-origins.ts'
import { changedSince, versionOf } from './setting-version.ts'

export interface ProjectKeys {
  /** Lists the keys of a project, the oldest first; none where there is no such project. */
  list(slug: string): Promise<ShownKey[]>
  /** Adds a key for these origins, which commas or lines separate; for all of them where the text is empty. */
  add(slug: string, origins: string): Promise<{ publicKey: string; dsn: string } | Refusal>
  /** Says whose pages may send with a key, as above; refuses if that was changed since the version. */
  setOrigins(slug: string, publicKey: string, origins: string, version?: string): Promise<Refusal | undefined>
  /** Turns a key on or off. Ingest hears of it within a second. */
  setActive(slug: string, publicKey: string, isActive: boolean): Promise<Refusal | undefined>
  /** Deletes a key for good; refuses one that is on, and the one of the desk's own pages. */
  remove(slug: string, publicKey: string): Promise<Refusal | undefined>
}

export interface KeyOptions {
  publicUrl: string
  clock: () => number
  newKey: () => string
  /** Whom the audit log names. */
  by: Actor
}

interface KeyChange extends Pick<NewAuditEntry, 'action' | 'details'> {
  slug: string
  publicKey: string
}

const NO_KEY: Refusal = { refusal: 'Cannot change the key: the project no longer has it' }

export function createProjectKeys(store: Store, { publicUrl, clock, newKey, by }: KeyOptions): ProjectKeys {
  const { db } = store

  /** Does it, and notes that it was done. */
  function change(
    { slug, publicKey, action, details }: KeyChange,
    run: (trx: Transaction<Database>, place: KeyPlace) => Promise<boolean | Refusal>,
  ): Promise<Refusal | undefined> {
    return store.write(async (trx) => {
      const project = await findProjectId(trx, slug)
      if (project === undefined) return NO_KEY
      const ran = await run(trx, { projectId: project.id, publicKey })
      if (ran !== true) return ran === false ? NO_KEY : ran
      await recordAudit(trx, {
        ...by,
        at: clock(),
        action,
        target: publicKey,
        details: { project: slug, ...details },
      })
      return undefined
    })
  }

  return {
    async list(slug) {
      const project = await findProjectId(db, slug)
      if (project === undefined) return []
      const [keys, uses] = await Promise.all([listKeys(db, project.id), listKeyUses(db, project.id)])
      return keys.map((key) => {
        const hour = uses.get(key.publicKey)
        return {
          ...key,
          version: versionOf(originsOf(key)),
          dsn: formatDsn(publicUrl, key.publicKey, project.id),
          lastUsedAt: hour === undefined ? null : hour * HOUR_MS,
        }
      })
    },
    async add(slug, origins) {
      const read = readOrigins('add', origins)
      if ('refusal' in read) return read
      const project = await findProjectId(db, slug)
      if (project === undefined) return { refusal: 'Cannot add the key: the project no longer exists' }
      const publicKey = newKey()
      const { allowedOrigins } = read
      const added = {
        slug,
        publicKey,
        action: 'project.key.add',
        details: { origins: allowedOrigins },
      } as const
      await change(added, async (trx, place) => {
        await insertKey(trx, { ...place, allowedOrigins, now: clock() })
        return true
      })
      return { publicKey, dsn: formatDsn(publicUrl, publicKey, project.id) }
    },
    setOrigins(slug, publicKey, origins, version) {
      const read = readOrigins('change', origins)
      if ('refusal' in read) return Promise.resolve(read)
      const { allowedOrigins } = read
      const changed = {
        slug,
        publicKey,
        action: 'project.key.change',
        details: { origins: allowedOrigins },
      } as const
      return change(changed, async (trx, place) => {
        const meanwhile = version === undefined ? undefined : await findChange(trx, place, version)
        return meanwhile ?? putOrigins(trx, place, allowedOrigins)
      })
    },
    setActive: (slug, publicKey, isActive) =>
      change({ slug, publicKey, action: 'project.key.change', details: { isActive } }, (trx, place) =>
        activateKey(trx, place, isActive),
      ),
    async remove(slug, publicKey) {
      const known = (await this.list(slug)).find((key) => key.publicKey === publicKey)
      if (known?.isForPages) return { refusal: 'Cannot delete the key: this desk’s own pages report with it' }
      if (known?.isActive) return { refusal: 'Cannot delete the key: turn it off first' }
      return change({ slug, publicKey, action: 'project.key.remove', details: {} }, deleteKey)
    },
  }
}

function originsOf({ allowedOrigins }: Pick<ShownKey, 'allowedOrigins'>) {
  return { origins: allowedOrigins ?? [] }
}

/** What somebody else made of the origins since that version. */
async function findChange(
  trx: Transaction<Database>,
  { projectId, publicKey }: KeyPlace,
  version: string,
): Promise<Refusal | undefined> {
  const key = (await listKeys(trx, projectId)).find((listed) => listed.publicKey === publicKey)
  if (key === undefined || changedSince(version, originsOf(key)).length === 0) return undefined
  const now = key.allowedOrigins?.join(', ') ?? 'all'
  return {
    refusal: `Cannot save the allowed origins: another user changed them after you opened this page. Now: ${now}. Save again to replace that.`,
    field: 'origins',
  }
}

function readOrigins(verb: string, text: string): { allowedOrigins: string[] | null } | Refusal {
  if (text.trim() === '') return { allowedOrigins: null }
  const read = parseOrigins(text)
  if ('origins' in read) return { allowedOrigins: read.origins }
  return {
    refusal: `Cannot ${verb} the key: "${read.wrong}" is not an origin like https://shop.example`,
    field: 'origins',
  }
}
