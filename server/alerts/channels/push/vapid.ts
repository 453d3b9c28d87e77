import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { HOUR_MS } from '#server/protocol/time.ts'

/** The keys by which push services know the desk, on P-256, Base64url. Subscriptions are bound to the public one. */
export interface VapidKeys {
  /** 65 bytes, uncompressed. */
  publicKey: string
  /** 32 bytes. */
  privateKey: string
}

/** Services refuse more than 24 hours (https://www.rfc-editor.org/rfc/rfc8292#section-2), and clocks differ. */
const VALID_MS = 12 * HOUR_MS

export function makeVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}

/** Says to the service of an endpoint who sends, as https://www.rfc-editor.org/rfc/rfc8292 asks for. */
export function vapidAuthorization(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: number },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor((now + VALID_MS) / 1_000),
    sub: contact,
  }
  const said = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' })
  // ES256 is both numbers, one after the other, and not the DER that is usual elsewhere.
  const signature = sign('sha256', Buffer.from(said), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${said}.${signature.toString('base64url')}, k=${publicKey}`
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
