import { unsubscribePath } from '#renderer/paths.ts'
import { readLinkKey } from '#server/accounts/links/acknowledge-links.ts'
import { makeMailLink } from '#server/accounts/mail-links/mail-links.ts'
import { systemRandom } from '#server/accounts/secrets.ts'
import type { Store } from '#server/store/engine/store.ts'
import { ADAPTERS } from './channels/adapters.ts'
import { openPush } from './channels/push/open-push.ts'
import { newMessageKey } from './message-key.ts'
import type { Delivering } from './sending/deliver.ts'
import { createMailer } from './sending/mail.ts'
import { createSafeRequest } from './sending/safe-request.ts'

import { startAlerts } from './start-alerts.ts'

interface DeliveringOptions {
  /** Milliseconds since the epoch. */
  clock: () => number
  settings: { mail: { url: string; from: string } | undefined; allowsPrivate: boolean }
  onFailure: (thrown: unknown) => void
}

interface OpenAlertsOptions extends DeliveringOptions {
  store: Store
  publicUrl: string
  readFreeBytes: () => Promise<number>
  onTry: (state: 'delivered' | 'later' | 'refused') => void
}

/** Gives what messages are sent with; its connections must be closed. */
export function openDelivering(options: DeliveringOptions): {
  delivering: Delivering
  close(): Promise<void>
} {
  const { clock, settings, onFailure } = options
  const mail = settings.mail && createMailer({ smtpUrl: settings.mail.url, from: settings.mail.from })
  const request = createSafeRequest({ allowPrivate: settings.allowsPrivate })
  const delivering: Delivering = {
    adapters: ADAPTERS,
    tools: { request, mail: mail?.send, now: clock },
    stopwatch: () => performance.now(),
    onFailure,
  }
  return { delivering, close: async () => mail?.close() }
}

/** Starts telling people, and gives what a test is sent with. */
export function openAlerts(options: OpenAlertsOptions): { delivering: Delivering; close(): Promise<void> } {
  const { store, clock, publicUrl, readFreeBytes, onTry } = options
  const { delivering: shared, close } = openDelivering(options)
  const { mail, allowsPrivate } = options.settings
  const push = openPush(store, { publicUrl, mailFrom: mail?.from, allowsPrivate })
  const delivering: Delivering = { ...shared, tools: { ...shared.tools, push } }
  let key: Promise<string> | undefined
  const links = async () => {
    key ??= readLinkKey(store, systemRandom)
    return { publicUrl, key: await key }
  }
  const alerts = startAlerts({
    ...{ ...delivering, links },
    unsubscribeUrl: async (accountId, { reason, issueId }) =>
      publicUrl + unsubscribePath(await makeMailLink(store, { accountId, reason, issueId }, systemRandom)),
    ...{
      store,
      clock,
      publicUrl,
      readFreeBytes,
      onTry,
      random: Math.random,
      newKey: () => newMessageKey(systemRandom),
    },
  })
  return {
    delivering,
    async close() {
      await alerts.close()
      await close()
    },
  }
}
