import type { Transaction } from 'kysely'
import { nextWindow } from '#server/alerts/decide/windows.ts'
import type { NoticeWay, NotificationChoices } from '#server/models/alerts/notices.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { readVisibleProjects } from '#server/store/accounts/visible-projects.ts'
import { countSince } from '#server/store/alerts/collecting.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  deleteNotices,
  listDueAccounts,
  listDueNotices,
  putOff,
  type StoredNotice,
} from '#server/store/notifications/account-notices.ts'
import { findChoices, saveAccountWindow } from '#server/store/notifications/choices.ts'
import { findReachable } from '#server/store/notifications/concerned.ts'
import {
  insertOwnMessage,
  listOwnChannels,
  openMailChannel,
} from '#server/store/notifications/own-messages.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { composePersonal, type ToldOfSubject } from './compose-people.ts'
import { quietUntil } from './quiet.ts'
import { readTold } from './read-told.ts'
import { ACCOUNT_CEILING, sayAccountCeiling } from './say.ts'

export interface PeopleMoment {
  now: number
  /** Gives the key of each message. */
  newKey: () => string
  publicUrl: string
  /** Whether a mail server is set. */
  hasMail: boolean
}

const ACCOUNTS_AT_ONCE = 20
/** More at once is said in numbers only. */
const MOST_NOTICES = 2_000

/** Makes messages to accounts of what is due. True while there may be more. */
export async function tellPeople(
  store: Pick<Store, 'db' | 'writeInTurn'>,
  moment: PeopleMoment,
): Promise<boolean> {
  const accounts = await listDueAccounts(store.db, moment.now, ACCOUNTS_AT_ONCE)
  for (const accountId of accounts)
    await store.writeInTurn((trx) => tellAccount(trx, accountId, moment), 'alerts')
  return accounts.length === ACCOUNTS_AT_ONCE
}

async function tellAccount(
  trx: Transaction<Database>,
  accountId: number,
  moment: PeopleMoment,
): Promise<void> {
  const { now } = moment
  const due = await listDueNotices(trx, accountId, { now, limit: MOST_NOTICES })
  const account = await findReachable(trx, accountId)
  const { choices, window } = await findChoices(trx, accountId)
  const { heard, held, until } = holdQuiet(due, choices, now)
  if (held.length > 0) await putOff(trx, held, until)
  await deleteNotices(trx, heard)
  if (account === undefined || heard.length === 0) return
  const sees = await readVisibleProjects(trx, account)
  const seen = heard.filter(({ projectId }) => sees === 'all' || sees.includes(projectId))
  const told = await readTold(trx, accountId, seen)
  const isCollected = heard.some(({ dueAt }) => dueAt === window.endsAt)
  await saveAccountWindow(trx, accountId, nextWindow(window, now, !isCollected))
  for (const way of ['mail', 'push'] as const) {
    const [first, ...others] = ofWay(told, way, choices)
    if (first === undefined) continue
    for (const channelId of await channelsOf(trx, { accountId, way, choices }, moment))
      await insertMessage(trx, { accountId, channelId, way, about: [first, ...others] }, moment)
  }
}

/** Parts what is heard now from what waits for the end of quiet hours. */
function holdQuiet(due: readonly StoredNotice[], choices: NotificationChoices, now: number) {
  const until = quietUntil(choices, now)
  if (until === undefined) return { heard: due, held: [], until: now }
  const passes = ({ isUrgent }: StoredNotice) => isUrgent && choices.urgentPasses
  return { heard: due.filter(passes), held: due.filter((notice) => !passes(notice)), until }
}

/** What is heard by a way. */
function ofWay(
  all: readonly ToldOfSubject[],
  way: NoticeWay,
  { ways }: NotificationChoices,
): ToldOfSubject[] {
  return all.flatMap((one) => {
    const [first, ...others] = one.told.filter(({ notice }) => ways[notice.reason].includes(way))
    return first === undefined ? [] : [{ ...one, told: [first, ...others] as const }]
  })
}

async function channelsOf(
  trx: Transaction<Database>,
  { accountId, way, choices }: { accountId: number; way: NoticeWay; choices: NotificationChoices },
  { now, hasMail }: PeopleMoment,
): Promise<number[]> {
  if (way === 'push') return listOwnChannels(trx, accountId, 'push')
  return hasMail && !choices.isMailOff ? [await openMailChannel(trx, accountId, now)] : []
}

async function insertMessage(
  trx: Transaction<Database>,
  {
    accountId,
    channelId,
    way,
    about,
  }: {
    accountId: number
    channelId: number
    way: NoticeWay
    about: readonly [ToldOfSubject, ...ToldOfSubject[]]
  },
  { now, newKey, publicUrl }: PeopleMoment,
): Promise<void> {
  const sent = way === 'mail' ? await countSince(trx, channelId, now - HOUR_MS) : 0
  const note = sent === ACCOUNT_CEILING ? sayAccountCeiling() : undefined
  const isUrgent = about.some(({ told }) => told.some(({ notice }) => notice.isUrgent))
  const content = composePersonal(about, { key: newKey(), at: now, publicUrl, isUrgent, note })
  const projects = new Set(about.map(({ projectId }) => projectId))
  const [projectId = null] = projects
  await insertOwnMessage(trx, {
    ...{ accountId, channelId, content },
    projectId: projects.size === 1 ? projectId : null,
    issueIds: about.flatMap(({ issueId }) => issueId ?? []),
    withheld: sent > ACCOUNT_CEILING ? 'The account had enough mails in that hour' : undefined,
  })
}
