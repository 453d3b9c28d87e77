import { systemRandom } from '#server/accounts/secrets.ts'
import type { Store } from '#server/store/engine/store.ts'
import { ADAPTERS } from './channels/adapters.ts'
import { newMessageKey } from './message-key.ts'
import type { Delivering } from './sending/deliver.ts'
import { createMailer } from './sending/mail.ts'
import { createSafeRequest } from './sending/safe-request.ts'

import { startAlerts } from './start-alerts.ts'

interface OpenAlertsOptions {
  store: Store
  /** Milliseconds since the epoch. */
  clock: () => number
  publicUrl: string
  settings: { mail: { url: string; from: string } | undefined; allowsPrivate: boolean }
  onFailure: (thrown: unknown) => void
  onTry: (state: 'delivered' | 'later' | 'refused') => void
}

/** Starts telling people, and gives what a test is sent with. */
export function openAlerts(options: OpenAlertsOptions): { delivering: Delivering; close(): Promise<void> } {
  const { store, clock, publicUrl, settings, onFailure, onTry } = options
  const mail = settings.mail && createMailer({ smtpUrl: settings.mail.url, from: settings.mail.from })
  const request = createSafeRequest({ allowPrivate: settings.allowsPrivate })
  const delivering: Delivering = {
    adapters: ADAPTERS,
    tools: { request, mail: mail?.send, now: clock },
    stopwatch: () => performance.now(),
    onFailure,
  }
  const alerts = startAlerts({
    ...delivering,
    ...{ store, clock, publicUrl, onTry, random: Math.random, newKey: () => newMessageKey(systemRandom) },
  })
  return {
    delivering,
    async close() {
      await alerts.close()
      await mail?.close()
    },
  }
}
