import { nextDigest } from '#server/alerts/people/digest-time.ts'
import { isZone } from '#server/alerts/people/wall-clock.ts'
import {
  NOTICE_WAYS,
  type NoticeReason,
  type NoticeWay,
  type NotificationChoices,
} from '#server/models/alerts/notices.ts'
import type { ListedSubscription, OwnNotifications } from '#server/models/alerts/own-notifications.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import type { Store } from '#server/store/engine/store.ts'
import { lookAgain } from '#server/store/notifications/account-notices.ts'
import { findChoices, saveChoices } from '#server/store/notifications/choices.ts'
import { listSubscriptions } from '#server/store/notifications/subscriptions.ts'
import { type BrowsersOptions, createDeskBrowsers, type DeskBrowsers } from './browsers.ts'
import { parseQuiet, type TypedQuiet } from './quiet-form.ts'

/** What the viewer hears of by themselves. All of it is the viewer's own. */
export interface DeskNotifications extends DeskBrowsers {
  read(): Promise<OwnNotifications>
  /** The issues that the viewer follows, the latest first. */
  listSubscriptions(limit: number): Promise<ListedSubscription[]>
  /** `isChosen` says whether a reason is heard by a way. */
  chooseWays(isChosen: (reason: NoticeReason, way: NoticeWay) => boolean): Promise<void>
  chooseQuiet(typed: TypedQuiet): Promise<Refusal | undefined>
  /** `every` is `day`, `week` or empty for none. */
  chooseDigest(typed: {
    every: string
    hour: number
    day: number
    zone: string
  }): Promise<Refusal | undefined>
  /** Begins mail again, after all of it was ended by a link in a mail. */
  beginMail(): Promise<void>
}

interface NotificationsOptions extends BrowsersOptions {
  /** What the viewer sees. */
  store: Store
  hasMail: boolean
}

export function createDeskNotifications(options: NotificationsOptions): DeskNotifications {
  const { store, whole, viewer, clock, hasMail } = options
  const accountId = viewer?.id ?? 0

  /** Saves what is chosen otherwise. What waits is looked at by it. */
  async function choose(change: (choices: NotificationChoices) => Partial<NotificationChoices>) {
    await whole.write(async (trx) => {
      const { choices } = await findChoices(trx, accountId)
      const chosen = { ...choices, ...change(choices) }
      await saveChoices(trx, accountId, { choices: chosen, digestAt: nextDigest(chosen, clock()) })
      await lookAgain(trx, accountId, clock())
    })
  }

  return {
    ...createDeskBrowsers(options),
    async read() {
      const { choices } = await findChoices(whole.db, accountId)
      return { choices, hasMail, email: viewer?.email ?? '' }
    },
    async listSubscriptions(limit) {
      const rows = await listSubscriptions(store.db, accountId, limit)
      return rows.map(({ id, type, value, status, projectName, isByHand, at, ...issue }) => ({
        ...{ issueId: id, shortId: formatShortId(issue), status, projectName, at },
        title: value === '' ? type : `${type}: ${value}`,
        isByHand: isByHand === 1,
      }))
    },
    chooseWays: (isChosen) =>
      choose(() => {
        const of = (reason: NoticeReason) => NOTICE_WAYS.filter((way) => isChosen(reason, way))
        return {
          ways: {
            ...{ mentioned: of('mentioned'), assigned: of('assigned') },
            ...{ subscribed: of('subscribed'), rules: of('rules') },
          },
        }
      }),
    async chooseQuiet(typed) {
      if (!isZone(typed.zone))
        return { refusal: 'Cannot save the quiet hours: choose a time zone', field: 'zone' }
      const quiet = parseQuiet(typed)
      if (quiet !== null && 'refusal' in quiet) return quiet
      const { zone, urgentPasses } = typed
      await choose(() => ({ quiet, zone, urgentPasses }))
      return undefined
    },
    async chooseDigest({ every, hour, day, zone }) {
      const refuse = (reason: string, field: string) => ({
        refusal: `Cannot save the digest: ${reason}`,
        field,
      })
      if (every !== '' && every !== 'day' && every !== 'week') return refuse('choose how often', 'every')
      if (!isZone(zone)) return refuse('choose a time zone', 'zone')
      const isTime =
        Number.isInteger(hour) && hour >= 0 && hour <= 23 && Number.isInteger(day) && day >= 1 && day <= 7
      if (!isTime) return refuse('choose an hour and a day', 'hour')
      await choose(() => ({ digest: every === '' ? null : { every, hour, day }, isDigestOff: false, zone }))
      return undefined
    },
    beginMail: () => choose(() => ({ isMailOff: false })),
  }
}
