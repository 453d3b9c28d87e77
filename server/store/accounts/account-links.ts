import type { Kysely, Transaction } from 'kysely'
import type { LinkEnd, LinkKind } from '#server/models/accounts/links.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface NewLink {
  tokenHash: string
  kind: LinkKind
  accountId: number | null
  email: string
  role: Role | null
  teamIds: readonly number[]
  createdBy: number | null
  createdAt: number
  expiresAt: number
}

/** How long an ended link is known, so that it can say why it opens nothing. */
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000

/** Adds a link. An open one of the same kind for the same address or account is replaced by it. */
export async function insertLink(trx: Transaction<Database>, link: NewLink): Promise<void> {
  await trx
    .deleteFrom('account_link')
    .where('expires_at', '<', link.createdAt - REMEMBERED_MS)
    .execute()
  await endLinksFor(trx, link, 'replaced')
  await trx
    .insertInto('account_link')
    .values({
      token_hash: link.tokenHash,
      kind: link.kind,
      account_id: link.accountId,
      email: link.email,
      role: link.role,
      team_ids: JSON.stringify(link.teamIds),
      created_by: link.createdBy,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** Ends the open links of a kind that let the same person in: an account, or an address that has none. */
export async function endLinksFor(
  trx: Transaction<Database>,
  { kind, accountId, email }: Pick<NewLink, 'kind' | 'accountId' | 'email'>,
  ended: LinkEnd,
): Promise<number> {
  const open = trx
    .updateTable('account_link')
    .set({ ended })
    .where('kind', '=', kind)
    .where('ended', 'is', null)
  const { numUpdatedRows } = await (accountId === null
    ? open.where('email', '=', email)
    : open.where('account_id', '=', accountId)
  ).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends the open invitations and resets that an account made: it may not let anybody in any more. */
export async function revokeLinksBy(trx: Transaction<Database>, accountId: number): Promise<void> {
  await trx
    .updateTable('account_link')
    .set({ ended: 'revoked' })
    .where('created_by', '=', accountId)
    .where('kind', '!=', 'email')
    .where('ended', 'is', null)
    .execute()
}

/** Ends one open link. False if it is not open: of two at the same moment, one wins. */
export async function endLink(
  trx: Transaction<Database>,
  { tokenHash, now, ended }: { tokenHash: string; now: number; ended: LinkEnd },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account_link')
    .set({ ended })
    .where('token_hash', '=', tokenHash)
    .where('ended', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface LinkRow extends Omit<NewLink, 'teamIds'> {
  teamIds: number[]
  ended: LinkEnd | null
  /** The account that it is for, as it is now. */
  of: { email: string; role: Role; disabledAt: number | null } | null
  /** Who made it, as it is now; null for a command. */
  maker: { email: string; name: string; role: Role; disabledAt: number | null } | null
}

function selectLinks(db: Kysely<Database>) {
  return db
    .selectFrom('account_link')
    .leftJoin('account', 'account.id', 'account_link.account_id')
    .leftJoin('account as maker', 'maker.id', 'account_link.created_by')
    .select([
      'account_link.token_hash as tokenHash',
      'account_link.kind',
      'account_link.account_id as accountId',
      'account_link.email',
      'account_link.role',
      'account_link.team_ids as teamIds',
      'account_link.created_by as createdBy',
      'account_link.created_at as createdAt',
      'account_link.expires_at as expiresAt',
      'account_link.ended',
      'account.email as ofEmail',
      'account.role as ofRole',
      'account.disabled_at as ofDisabledAt',
      'maker.email as makerEmail',
      'maker.name as makerName',
      'maker.role as makerRole',
      'maker.disabled_at as makerDisabledAt',
    ])
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectLinks>['execute']>>[number]

function toLinkRow(row: Selected): LinkRow {
  const { ofEmail, ofRole, ofDisabledAt, makerEmail, makerName, makerRole, makerDisabledAt, ...link } = row
  const maker =
    makerEmail === null || makerRole === null
      ? null
      : { email: makerEmail, name: makerName ?? '', role: makerRole, disabledAt: makerDisabledAt }
  return {
    ...link,
    kind: link.kind as LinkKind, // the column is written by insertLink() alone
    teamIds: JSON.parse(link.teamIds),
    of:
      ofEmail === null || ofRole === null ? null : { email: ofEmail, role: ofRole, disabledAt: ofDisabledAt },
    maker,
  }
}

export async function findLink(
  db: Kysely<Database>,
  { kind, tokenHash }: { kind: LinkKind; tokenHash: string },
): Promise<LinkRow | undefined> {
  const row = await selectLinks(db)
    .where('account_link.token_hash', '=', tokenHash)
    .where('account_link.kind', '=', kind)
    .executeTakeFirst()
  return row && toLinkRow(row)
}

/** Finds the newest link of a kind that an account made for itself, ended or not. */
export async function findNewestLink(
  db: Kysely<Database>,
  { kind, createdBy }: { kind: LinkKind; createdBy: number },
): Promise<LinkRow | undefined> {
  const row = await selectLinks(db)
    .where('account_link.kind', '=', kind)
    .where('account_link.account_id', '=', createdBy)
    .where('account_link.created_by', '=', createdBy)
    .orderBy('account_link.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toLinkRow(row)
}

const ID_CHARACTERS = 16

/** Names a link to people, as the start of its hash; it opens nothing. */
export function idOfLink({ tokenHash }: Pick<LinkRow, 'tokenHash'>): string {
  return tokenHash.slice(0, ID_CHARACTERS)
}

/** Lists the open links of a kind, the newest first. */
export async function listOpenLinks(
  db: Kysely<Database>,
  { kind, now }: { kind: LinkKind; now: number },
): Promise<LinkRow[]> {
  const rows = await selectLinks(db)
    .where('account_link.kind', '=', kind)
    .where('account_link.ended', 'is', null)
    .where('account_link.expires_at', '>', now)
    .orderBy('account_link.created_at', 'desc')
    .orderBy('account_link.token_hash')
    .execute()
  return rows.map(toLinkRow)
}
