import { newSecret, type Random } from '#server/accounts/secrets.ts'
import type { MailLink, MailScope, OpenedMailLink } from '#server/models/alerts/mail-links.ts'
import type { NotificationChoices } from '#server/models/alerts/notices.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import { findSetting } from '#server/store/accounts/settings.ts'
import { readSharedSecret } from '#server/store/accounts/shared-secret.ts'
import { listByIds } from '#server/store/alerts/told-issues.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findChoices, saveChoices } from '#server/store/notifications/choices.ts'
import { findReachable, listSubscribed } from '#server/store/notifications/concerned.ts'
import { setSubscription } from '#server/store/notifications/subscriptions.ts'
import { readMailLink, signMailLink } from './sign-mail-link.ts'

/** What whoever has a link from a mail may do with it. All of it is undefined for a link that we did not make. */
export interface MailLinks {
  read(token: string): Promise<OpenedMailLink | undefined>
  end(token: string, scope: MailScope): Promise<OpenedMailLink | undefined>
  begin(token: string, scope: MailScope): Promise<OpenedMailLink | undefined>
  /** What mail programs ask for by themselves: the issue where it was about one, or else all of the kind. */
  endAtOnce(token: string): Promise<OpenedMailLink | undefined>
}

const SECRET = 'mail_links'

/** Makes the token of a link; the first one makes the secret of the desk. */
export async function makeMailLink(store: Store, link: MailLink, random: Random): Promise<string> {
  const known = await findSetting(store.db, `secret_${SECRET}`)
  const secret = known ?? (await readSharedSecret(store, SECRET, () => newSecret(random)))
  return signMailLink(link, secret)
}

export function createMailLinks({ store, clock }: { store: Store; clock: () => number }): MailLinks {
  async function open(token: string): Promise<MailLink | undefined> {
    const secret = await findSetting(store.db, `secret_${SECRET}`)
    return secret === undefined ? undefined : readMailLink(token, secret)
  }

  async function change(token: string, isOn: boolean, scopeOf: (link: MailLink) => MailScope) {
    const link = await open(token)
    if (link === undefined) return undefined
    const scope = scopeOf(link)
    if (scope === 'issue') await changeIssue(store, link, { isOn, now: clock() })
    else await changeChoices(store, link, (choices) => changed(choices, { ...link, scope, isOn }))
    return show(store, link)
  }

  return {
    async read(token) {
      const link = await open(token)
      return link && show(store, link)
    },
    end: (token, scope) => change(token, false, () => scope),
    begin: (token, scope) => change(token, true, () => scope),
    endAtOnce: (token) => change(token, false, ({ issueId }) => (issueId === undefined ? 'kind' : 'issue')),
  }
}

async function show(store: Store, link: MailLink): Promise<OpenedMailLink | undefined> {
  const { accountId, reason, issueId } = link
  const account = await findReachable(store.db, accountId)
  if (account === undefined) return undefined
  const { choices } = await findChoices(store.db, accountId)
  const [issue] = issueId === undefined ? [] : await listByIds(store.db, [issueId])
  const followed = issueId === undefined ? [] : await listSubscribed(store.db, [issueId])
  const isIssueEnded = followed.some((one) => one.accountId === accountId && !one.isOn)
  return {
    ...{ email: account.email, reason },
    issue: issue && { shortId: formatShortId(issue) },
    ended: { issue: isIssueEnded, kind: isKindEnded(choices, reason), all: choices.isMailOff },
  }
}

async function changeIssue(
  store: Store,
  { accountId, issueId }: MailLink,
  { isOn, now }: { isOn: boolean; now: number },
): Promise<void> {
  await store.write(async (trx) => {
    const account = await findReachable(trx, accountId)
    const [issue] = account && issueId !== undefined ? await listByIds(trx, [issueId]) : []
    if (issue) await setSubscription(trx, [issue], { accountId, isOn, now })
  })
}

async function changeChoices(
  store: Store,
  { accountId }: MailLink,
  change: (choices: NotificationChoices) => NotificationChoices,
): Promise<void> {
  await store.write(async (trx) => {
    if ((await findReachable(trx, accountId)) === undefined) return
    const { choices, digestAt } = await findChoices(trx, accountId)
    await saveChoices(trx, accountId, { choices: change(choices), digestAt })
  })
}

function isKindEnded({ ways, isDigestOff }: NotificationChoices, reason: MailLink['reason']): boolean {
  return reason === 'digest' ? isDigestOff : !ways[reason].includes('mail')
}

function changed(
  choices: NotificationChoices,
  { reason, scope, isOn }: { reason: MailLink['reason']; scope: MailScope; isOn: boolean },
): NotificationChoices {
  if (scope === 'all') return { ...choices, isMailOff: !isOn }
  if (reason === 'digest') return { ...choices, isDigestOff: !isOn }
  const others = choices.ways[reason].filter((way) => way !== 'mail')
  return { ...choices, ways: { ...choices.ways, [reason]: isOn ? [...others, 'mail'] : others } }
}
