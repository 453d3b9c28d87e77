import type { Kysely, Transaction } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import type { AccountRow } from './accounts.ts'

export interface NewToken {
  name: string
  tokenHash: string
  scope: string
  createdAt: number
  /** The account that made it; null for a command. */
  createdBy: number | null
  /** Whose it is; null for the organization's. */
  accountId: number | null
  /** Null for all that its owner sees. */
  projectIds: readonly number[] | null
  /** Null for never. */
  expiresAt: number | null
}

export async function insertToken(trx: Transaction<Database>, token: NewToken): Promise<number> {
  const { projectIds } = token
  const { id } = await trx
    .insertInto('token')
    .values({
      name: token.name,
      token_hash: token.tokenHash,
      scope: token.scope,
      created_at: token.createdAt,
      created_by: token.createdBy,
      account_id: token.accountId,
      is_bound: projectIds === null ? 0 : 1,
      expires_at: token.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (projectIds !== null && projectIds.length > 0) {
    const rows = projectIds.map((project_id) => ({ token_id: id, project_id }))
    await trx.insertInto('token_project').values(rows).execute()
  }
  return id
}

export interface FoundToken {
  id: number
  name: string
  scope: string
  lastUsedAt: number | null
  /** Whose it is; null for the organization's. */
  account: AccountRow | null
}

/** One that has expired is none, and neither is one of an account that may not sign in. */
export async function findToken(
  db: Kysely<Database>,
  tokenHash: string,
  now: number,
): Promise<FoundToken | undefined> {
  const [row] = await selectToken(db, { tokenHash, now })
  if (row === undefined) return undefined
  const { accountId, email, role, ...token } = row
  const account =
    accountId === null || email === null || role === null ? null : { id: accountId, email, role }
  return { ...token, account }
}

const selectToken = prepareQuery((db, { tokenHash, now }: { tokenHash: string; now: number }) =>
  db
    .selectFrom('token')
    .leftJoin('account', 'account.id', 'token.account_id')
    .select([
      'token.id',
      'token.name',
      'token.scope',
      'token.last_used_at as lastUsedAt',
      'account.id as accountId',
      'account.email',
      'account.role',
    ])
    .where('token.token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', now)]))
    .where('account.disabled_at', 'is', null),
)

/** A token as lists show it: without its hash. */
export interface TokenRow {
  id: number
  name: string
  scope: string
  createdAt: number
  /** Who made it; null where a command did, or whoever did was removed. */
  createdBy: string | null
  expiresAt: number | null
  lastUsedAt: number | null
  accountId: number | null
  /** Whose it is; null for the organization's. */
  owner: string | null
  /** The slugs of the projects that it is bound to; null for all that its owner sees. */
  projects: string[] | null
}

/** Lists those that have expired too: they say why a script stopped. `accountId` null asks for the organization's. */
export async function listTokens(
  db: Kysely<Database>,
  { accountId }: { accountId?: number | null } = {},
): Promise<TokenRow[]> {
  const all = selectTokens(db).orderBy('token.id')
  const rows = await (accountId === undefined
    ? all
    : all.where('token.account_id', 'is not distinct from', accountId)
  ).execute()
  return withProjects(db, rows)
}

export async function findTokenRow(db: Kysely<Database>, id: number): Promise<TokenRow | undefined> {
  const [row] = await withProjects(db, await selectTokens(db).where('token.id', '=', id).execute())
  return row
}

function selectTokens(db: Kysely<Database>) {
  return db
    .selectFrom('token')
    .leftJoin('account as owner', 'owner.id', 'token.account_id')
    .leftJoin('account as creator', 'creator.id', 'token.created_by')
    .select([
      'token.id',
      'token.name',
      'token.scope',
      'token.created_at as createdAt',
      'token.expires_at as expiresAt',
      'token.last_used_at as lastUsedAt',
      'token.account_id as accountId',
      'token.is_bound as isBound',
      'owner.email as owner',
      'creator.email as createdBy',
    ])
}

async function withProjects(
  db: Kysely<Database>,
  rows: (Omit<TokenRow, 'projects'> & { isBound: number })[],
): Promise<TokenRow[]> {
  const bound = rows.some(({ isBound }) => isBound === 1) ? await listBindings(db) : []
  return rows.map(({ isBound, ...row }) => ({
    ...row,
    projects:
      isBound === 1 ? bound.filter(({ tokenId }) => tokenId === row.id).map(({ slug }) => slug) : null,
  }))
}

function listBindings(db: Kysely<Database>) {
  return db
    .selectFrom('token_project')
    .innerJoin('project', 'project.id', 'token_project.project_id')
    .select(['token_project.token_id as tokenId', 'project.slug'])
    .orderBy('project.slug')
    .execute()
}

export async function deleteToken(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('token').where('id', '=', id).execute()
}

export async function noteTokenUse(trx: Transaction<Database>, id: number, now: number): Promise<void> {
  await trx.updateTable('token').set({ last_used_at: now }).where('id', '=', id).execute()
}

/** For whoever has the file and no store: of a database of our own schema. */
export function countTokens(databaseFile: string): { all: number; endless: number } {
  const connection = openConnection(databaseFile, { readOnly: true })
  try {
    const row = connection.prepare('select count(*) as "all", count(expires_at) as ending from token').get()
    const all = Number(row?.all)
    return { all, endless: all - Number(row?.ending) }
  } finally {
    connection.close()
  }
}
