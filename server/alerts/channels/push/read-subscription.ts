import { createECDH } from 'node:crypto'
import * as v from 'valibot'
import { PUSH_CURVE, type PushReceiver } from './encrypt.ts'

/** A subscription as it is stored. */
export interface PushSettings extends PushReceiver {
  /** An address of the push service that the browser has: whoever knows it can send to it, so that it is a secret. */
  endpoint: string
}

const MOST_ENDPOINT_CHARS = 2_000
const MOST_CHARS = 4_000

const base64url = (sizeBytes: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]{1,100}$/),
    v.check((text) => Buffer.from(text, 'base64url').length === sizeBytes),
  )

/** The JSON of a browser's `PushSubscription` (https://www.w3.org/TR/push-api/#pushsubscription-interface). */
const subscription = v.pipe(
  v.string(),
  v.maxLength(MOST_CHARS),
  v.parseJson(),
  v.object({
    endpoint: v.pipe(v.string(), v.maxLength(MOST_ENDPOINT_CHARS)),
    keys: v.object({ p256dh: base64url(65), auth: base64url(16) }),
  }),
)

/** Reads what a browser gave; undefined where nothing could be sent to it. */
export function readSubscription(
  typed: string,
  { allowsPrivate }: { allowsPrivate: boolean },
): PushSettings | undefined {
  const read = v.safeParse(subscription, typed)
  if (!read.success) return undefined
  const { endpoint, keys } = read.output
  const url = URL.parse(endpoint)
  const isSafe = url?.protocol === 'https:' || (allowsPrivate && url?.protocol === 'http:')
  if (!isSafe || url.username !== '' || url.password !== '' || !isPoint(keys.p256dh)) return undefined
  return { endpoint, ...keys }
}

/** Whether it is on the curve. */
function isPoint(key: string): boolean {
  const own = createECDH(PUSH_CURVE)
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(key, 'base64url'))
    return true
  } catch {
    return false
  }
}
