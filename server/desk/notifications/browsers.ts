import { hash } from 'node:crypto'
import { deviceName } from '#server/accounts/own/device-name.ts'
import { readSubscription } from '#server/alerts/channels/push/read-subscription.ts'
import { type Delivering, deliver } from '#server/alerts/sending/deliver.ts'
import { healthAfter } from '#server/alerts/sending/retry.ts'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { AuditAction } from '#server/models/accounts/audit.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { FIRST_CHOICES, NOTICE_WAYS, type NotificationChoices } from '#server/models/alerts/notices.ts'
import type { NotifiedBrowser, ThisBrowser } from '#server/models/alerts/own-notifications.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { findChannel, noteDelivery } from '#server/store/alerts/channels.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findChoices, saveChoices } from '#server/store/notifications/choices.ts'
import {
  insertBrowser,
  listBrowsers,
  removeBrowser,
  renewBrowser,
} from '#server/store/notifications/push-browsers.ts'

/** The browsers that the viewer is notified in. */
export interface DeskBrowsers {
  /** The public VAPID key, with which a browser subscribes; undefined where this desk sends nothing. */
  readPushKey(): Promise<string | undefined>
  /** The oldest first; `here` is the browser that asks. */
  listBrowsers(here: ThisBrowser): Promise<NotifiedBrowser[]>
  /** `subscription` is the JSON that the browser gave. */
  addBrowser(subscription: string, here: ThisBrowser): Promise<{ name: string } | Refusal>
  /** Replaces a subscription of the viewer's that the browser renewed; `old` is its address, empty where the browser lost it. */
  renewBrowser(old: string, subscription: string, here: ThisBrowser): Promise<{ name: string } | Refusal>
  removeBrowser(id: number): Promise<{ name: string } | Refusal>
  /** Sends a test, and says what came of it. */
  testBrowser(id: number): Promise<{ name: string } | Refusal>
}

export interface BrowsersOptions {
  whole: Store
  viewer: { id: number; email: string } | undefined
  by: Actor
  clock: () => number
  publicUrl: string
  newKey: () => string
  delivering: Delivering | undefined
}

const MOST_BROWSERS = 20
const UNKNOWN = 'Unknown browser'

export function createDeskBrowsers(options: BrowsersOptions): DeskBrowsers {
  const { whole, viewer, by, clock, delivering } = options
  const accountId = viewer?.id ?? 0
  const audit = (action: AuditAction, target: string) => ({ ...by, at: clock(), action, target, details: {} })

  async function findOwn(id: number) {
    const channel = Number.isSafeInteger(id) ? await findChannel(whole.db, id) : undefined
    return channel?.kind === 'push' && channel.accountId === accountId ? channel : undefined
  }

  return {
    readPushKey: async () => (await delivering?.tools.push?.keys())?.publicKey,

    async listBrowsers(here) {
      const rows = await listBrowsers(whole.db, accountId)
      return rows.map(({ session, deliveredAt, failures, ...row }) => ({
        ...{ ...row, lastUsedAt: deliveredAt, isFailing: failures > 0, isHere: session === here.session },
      }))
    },

    async addBrowser(typed, here) {
      const push = delivering?.tools.push
      if (push === undefined) return refuse('this desk sends nothing')
      const settings = readSubscription(typed, push)
      if (settings === undefined) return refuse('what it sent is no subscription')
      const name = deviceName(here.userAgent ?? null) ?? UNKNOWN
      const endpointHash = hash('sha256', settings.endpoint)
      return whole
        .write(async (trx) => {
          const { session, device } = here
          const made = { accountId, name, settings: { ...settings }, endpointHash, session, device }
          await insertBrowser(trx, { ...made, now: clock() })
          // The transaction is undone by what is thrown: an account has no use for more.
          if ((await listBrowsers(trx, accountId)).length > MOST_BROWSERS) throw new TooMany()
          const { choices, digestAt } = await findChoices(trx, accountId)
          await saveChoices(trx, accountId, { choices: hearingSomething(choices), digestAt })
          await recordAudit(trx, audit('browser.add', name))
          return { name }
        })
        .catch((thrown: unknown) => {
          if (thrown instanceof TooMany)
            return refuse(`you are notified in ${MOST_BROWSERS} others; remove one`)
          throw thrown
        })
    },

    async renewBrowser(old, typed, { session, device }) {
      const push = delivering?.tools.push
      if (push === undefined) return refuse('this desk sends nothing')
      const settings = readSubscription(typed, push)
      if (settings === undefined) return refuse('what it sent is no subscription')
      const was = old === '' ? undefined : hash('sha256', old)
      const renewed = { accountId, was, settings: { ...settings }, session, device, now: clock() }
      const endpointHash = hash('sha256', settings.endpoint)
      const found = await whole.write((trx) => renewBrowser(trx, { ...renewed, endpointHash }))
      return found ?? refuse('its old subscription is unknown')
    },

    async removeBrowser(id) {
      const channel = await findOwn(id)
      if (channel === undefined) return { refusal: 'Cannot remove the browser: it was removed already' }
      const { name } = channel
      await whole.write(async (trx) => {
        await removeBrowser(trx, id, { now: clock(), reason: 'The browser was removed' })
        await recordAudit(trx, audit('browser.remove', name))
      })
      return { name }
    },

    async testBrowser(id) {
      const channel = await findOwn(id)
      if (channel === undefined) return { refusal: 'Cannot send a test: the browser was removed' }
      if (delivering === undefined) return { refusal: 'Cannot send a test: this desk sends nothing' }
      const { name } = channel
      const answer = await deliver(channel, testMessage(options), delivering)
      const { state, reason = '', isGone } = answer
      await whole.write(async (trx) => {
        if (isGone) await removeBrowser(trx, id, { now: clock(), reason: `${reason} ${name} was removed.` })
        else await noteDelivery(trx, id, healthAfter(channel.failures, answer, clock()))
      })
      if (state === 'delivered') return { name }
      return { refusal: `Cannot notify ${name}: ${reason}${isGone ? ' It was removed from this list.' : ''}` }
    },
  }
}

class TooMany extends Error {}

const refuse = (reason: string): Refusal => ({ refusal: `Cannot notify this browser: ${reason}` })

/** Whoever adds a browser wants to hear of something in it: of what is first chosen, where they had turned that off. */
function hearingSomething(choices: NotificationChoices): NotificationChoices {
  const hears = Object.values(choices.ways).some((ways) => ways.includes('push'))
  if (hears) return choices
  const add = (reason: keyof NotificationChoices['ways']) =>
    NOTICE_WAYS.filter((way) =>
      way === 'push' ? FIRST_CHOICES.ways[reason].includes(way) : choices.ways[reason].includes(way),
    )
  return {
    ...choices,
    ways: {
      ...{ mentioned: add('mentioned'), assigned: add('assigned') },
      ...{ subscribed: add('subscribed'), rules: add('rules') },
    },
  }
}

function testMessage({ clock, newKey, publicUrl }: BrowsersOptions): AlertMessage {
  const url = `${publicUrl}/settings/notifications`
  return {
    ...{ key: newKey(), at: clock(), happening: 'updated', urgency: 'normal', isTest: true, rule: undefined },
    project: { slug: 'crumbtrail', name: 'Crumbtrail', url },
    ...{ title: 'Test notification', note: 'Crumbtrail can notify you in this browser.' },
    ...{ subjects: [], more: 0, url },
  }
}
