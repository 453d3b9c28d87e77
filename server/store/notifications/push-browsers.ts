import type { Kysely, Transaction } from 'kysely'
import { deleteChannel } from '#server/store/alerts/channels.ts'
import { discardOfChannel } from '#server/store/alerts/messages.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** By what a browser is recognized: hashes of its cookies. */
export interface BrowserCookies {
  session: string
  device: string | undefined
}

export interface StoredBrowser {
  /** Of its channel. */
  id: number
  name: string
  createdAt: number
  deliveredAt: number | null
  failures: number
  session: string
}

/** The browsers that an account is notified in, the oldest first. */
export function listBrowsers(db: Kysely<Database>, accountId: number): Promise<StoredBrowser[]> {
  return db
    .selectFrom('push_browser')
    .innerJoin('alert_channel', 'alert_channel.id', 'push_browser.channel_id')
    .select(['alert_channel.id', 'alert_channel.name', 'alert_channel.created_at as createdAt'])
    .select(['alert_channel.delivered_at as deliveredAt', 'alert_channel.failures'])
    .select('push_browser.session_hash as session')
    .where('push_browser.account_id', '=', accountId)
    .orderBy('alert_channel.id')
    .execute()
}

export interface NewBrowser extends BrowserCookies {
  accountId: number
  name: string
  settings: Readonly<Record<string, string>>
  endpointHash: string
  now: number
}

export interface RenewedBrowser extends Omit<NewBrowser, 'name'> {
  /** The hash of its old address; undefined where the browser did not keep it. */
  was: string | undefined
}

/** Adds a browser. What was notified at its address before, or in the same browser, no longer is. */
export async function insertBrowser(
  trx: Transaction<Database>,
  { accountId, name, settings, endpointHash, session, device, now }: NewBrowser,
): Promise<number> {
  const known = await trx
    .selectFrom('push_browser')
    .select('channel_id as id')
    .where(({ eb, or }) =>
      or([
        eb('endpoint_hash', '=', endpointHash),
        eb('session_hash', '=', session),
        ...(device === undefined ? [] : [eb('device_hash', '=', device)]),
      ]),
    )
    .execute()
  for (const { id } of known) await removeBrowser(trx, id, { now, reason: 'The browser was added again' })
  const { id } = await trx
    .insertInto('alert_channel')
    .values({
      ...{ name, kind: 'push', settings: JSON.stringify(settings) },
      ...{ created_at: now, created_by: accountId, account_id: accountId },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('push_browser')
    .values({
      ...{ channel_id: id, account_id: accountId, endpoint_hash: endpointHash },
      ...{ session_hash: session, device_hash: device ?? null },
    })
    .execute()
  return id
}

/**
 * Replaces the address and the keys of an account's browser, which keeps its row and what waits for it. Without its old address it is
 * known by its cookies. Undefined where the account has no such browser.
 */
export async function renewBrowser(
  trx: Transaction<Database>,
  { accountId, was, settings, endpointHash, session, device, now }: RenewedBrowser,
): Promise<{ name: string } | undefined> {
  const found = await trx
    .selectFrom('push_browser')
    .innerJoin('alert_channel', 'alert_channel.id', 'push_browser.channel_id')
    .select(['push_browser.channel_id as id', 'alert_channel.name'])
    .where('push_browser.account_id', '=', accountId)
    .where(({ eb, or }) =>
      was === undefined
        ? or([
            eb('session_hash', '=', session),
            ...(device === undefined ? [] : [eb('device_hash', '=', device)]),
          ])
        : eb('endpoint_hash', '=', was),
    )
    .orderBy('push_browser.channel_id', 'desc')
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { id, name } = found
  const others = await trx
    .selectFrom('push_browser')
    .select('channel_id as id')
    .where('endpoint_hash', '=', endpointHash)
    .where('channel_id', '!=', id)
    .execute()
  for (const other of others)
    await removeBrowser(trx, other.id, { now, reason: 'Another browser has its address' })
  await trx
    .updateTable('push_browser')
    .set({ endpoint_hash: endpointHash, session_hash: session, device_hash: device ?? null })
    .where('channel_id', '=', id)
    .execute()
  await trx
    .updateTable('alert_channel')
    .set({ settings: JSON.stringify(settings), failures: 0, paused_until: null })
    .where('id', '=', id)
    .execute()
  return { name }
}

/** Notifies a browser no longer, and gives up what waits for it. */
export async function removeBrowser(
  trx: Transaction<Database>,
  id: number,
  { now, reason }: { now: number; reason: string },
): Promise<void> {
  await discardOfChannel(trx, { channelId: id, now, reason })
  await deleteChannel(trx, id)
}

/** Notifies no longer where a session was ended: of an account all of them, or all but that of the session `keep`. */
export async function deleteBrowsers(
  trx: Transaction<Database>,
  of: { session: string } | { accountId: number; keep?: string },
): Promise<void> {
  const browsers = trx.selectFrom('push_browser').select('channel_id')
  const ended =
    'session' in of
      ? browsers.where('session_hash', '=', of.session)
      : browsers
          .where('account_id', '=', of.accountId)
          .$if(of.keep !== undefined, (all) => all.where('session_hash', '!=', of.keep ?? ''))
  await trx.deleteFrom('alert_channel').where('id', 'in', ended).execute()
}

/**
 * Follows a browser from one session to the next: whoever signs in there goes on being notified, and an account that was signed in
 * before no longer is.
 */
export async function followBrowser(
  trx: Transaction<Database>,
  {
    accountId,
    was,
    is,
  }: {
    accountId: number
    was: { session: string | undefined; device: string | undefined }
    is: BrowserCookies
  },
): Promise<void> {
  if (was.session === undefined && was.device === undefined) return
  const { session = '', device = '' } = was // no hash is empty
  const here = await listHere(trx, { session, device })
  for (const one of here) {
    if (one.accountId !== accountId) await deleteChannel(trx, one.id)
    else
      await trx
        .updateTable('push_browser')
        .set({ session_hash: is.session, device_hash: is.device ?? null })
        .where('channel_id', '=', one.id)
        .execute()
  }
}

const listHere = prepareQuery((db, { session, device }: { session: string; device: string }) =>
  db
    .selectFrom('push_browser')
    .select(['channel_id as id', 'account_id as accountId'])
    .where(({ eb, or }) => or([eb('session_hash', '=', session), eb('device_hash', '=', device)])),
)

/** Gives up what waits for browsers whose session was ended: it would wait for ever. */
export async function discardOfEndedBrowsers(trx: Transaction<Database>, now: number): Promise<void> {
  await trx
    .updateTable('alert_message')
    .set({ state: 'discarded', ended_at: now, reason: 'The browser was signed out' })
    .where('account_id', 'is not', null)
    .where('state', 'in', ['waiting', 'undelivered'])
    .where('channel_id', 'not in', (all) =>
      all.selectFrom('alert_channel').select('id').where('account_id', 'is not', null),
    )
    .execute()
}
