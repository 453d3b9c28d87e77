import { findSetting } from '#server/store/accounts/settings.ts'
import { readSharedSecret } from '#server/store/accounts/shared-secret.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { PushTools } from '../channel.ts'
import { makeVapidKeys, type VapidKeys } from './vapid.ts'

const SECRET = 'vapid'

interface PushOptions {
  publicUrl: string
  /** The address that mails come from, perhaps with a name; undefined where none are sent. */
  mailFrom: string | undefined
  allowsPrivate: boolean
}

/** Gives what notifications of browsers are sent with. The keys are made once, and all processes of a desk have them. */
export function openPush(store: Store, { publicUrl, mailFrom, allowsPrivate }: PushOptions): PushTools {
  let reading: Promise<VapidKeys> | undefined
  return {
    keys() {
      reading ??= readKeys(store).catch((thrown: unknown) => {
        reading = undefined // the next message asks again
        throw thrown
      })
      return reading
    },
    contact: contactOf(publicUrl, mailFrom),
    allowsPrivate,
  }
}

async function readKeys(store: Store): Promise<VapidKeys> {
  const known = await findSetting(store.db, `secret_${SECRET}`)
  const stored = known ?? (await readSharedSecret(store, SECRET, () => JSON.stringify(makeVapidKeys())))
  return JSON.parse(stored) as VapidKeys // written above
}

/** Where a push service finds the operator: services accept `mailto:` and `https:` alone. */
function contactOf(publicUrl: string, mailFrom: string | undefined): string {
  if (mailFrom !== undefined) return `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:crumbtrail@${new URL(publicUrl).hostname}`
}
