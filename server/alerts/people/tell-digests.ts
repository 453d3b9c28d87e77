import type { Transaction } from 'kysely'
import { DAY_MS } from '#server/protocol/time.ts'
import { readVisibleProjects } from '#server/store/accounts/visible-projects.ts'
import { listQuietProjects } from '#server/store/alerts/quiet-projects.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findChoices, saveChoices } from '#server/store/notifications/choices.ts'
import { findReachable } from '#server/store/notifications/concerned.ts'
import {
  type DigestScope,
  listCrashFree,
  listDueDigests,
  listUnassigned,
  readNewIssues,
  readRegressed,
  readRising,
} from '#server/store/notifications/digest-data.ts'
import { insertOwnMessage, openMailChannel } from '#server/store/notifications/own-messages.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { composeDigest, type DigestData } from './compose-digest.ts'
import { nextDigest } from './digest-time.ts'
import type { PeopleMoment } from './tell-people.ts'

const ACCOUNTS_AT_ONCE = 5

/** Makes the digests that are due. True while there may be more. */
export async function tellDigests(
  store: Pick<Store, 'db' | 'writeInTurn'>,
  moment: PeopleMoment,
): Promise<boolean> {
  const accounts = await listDueDigests(store.db, moment.now, ACCOUNTS_AT_ONCE)
  for (const accountId of accounts)
    await store.writeInTurn((trx) => tellDigest(trx, accountId, moment), 'alerts')
  return accounts.length === ACCOUNTS_AT_ONCE
}

async function tellDigest(
  trx: Transaction<Database>,
  accountId: number,
  { now, newKey, publicUrl, hasMail }: PeopleMoment,
): Promise<void> {
  const { choices, digestAt } = await findChoices(trx, accountId)
  if (digestAt === null || digestAt > now) return // another process was first
  await saveChoices(trx, accountId, { choices, digestAt: nextDigest(choices, now) })
  const account = await findReachable(trx, accountId)
  const { digest } = choices
  if (account === undefined || digest === null || !hasMail || choices.isMailOff || choices.isDigestOff) return
  const since = now - (digest.every === 'day' ? DAY_MS : 7 * DAY_MS)
  const projectIds = await listProjects(trx, account)
  const data = await readDigest(trx, { projectIds, since, until: now })
  const content = composeDigest(data, { key: newKey(), at: now, publicUrl, every: digest.every })
  if (content === undefined) return
  const channelId = await openMailChannel(trx, accountId, now)
  const one = { accountId, channelId, projectId: null, content, issueIds: [], withheld: undefined }
  await insertOwnMessage(trx, one)
}

/** Those that the account sees, but for the desk's own and the demo. */
async function listProjects(
  trx: Transaction<Database>,
  account: Parameters<typeof readVisibleProjects>[1],
): Promise<number[]> {
  const [sees, quiet] = [await readVisibleProjects(trx, account), await listQuietProjects(trx)]
  const all = await trx.selectFrom('project').select('id').orderBy('id').execute()
  return all.flatMap(({ id }) => ((sees === 'all' || sees.includes(id)) && !quiet.has(id) ? [id] : []))
}

async function readDigest(trx: Transaction<Database>, scope: DigestScope): Promise<DigestData> {
  return {
    fresh: await readNewIssues(trx, scope),
    regressed: await readRegressed(trx, scope),
    rising: await readRising(trx, scope),
    unassigned: await listUnassigned(trx, scope),
    crashFree: await listCrashFree(trx, scope),
  }
}
