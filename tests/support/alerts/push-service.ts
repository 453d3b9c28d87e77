import { createECDH, createPublicKey, hkdfSync, randomBytes, subtle, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface PushedMessage {
  /** Of which subscription, from 0. */
  place: number
  /** What the browser reads. */
  payload: { title: string; body: string; url: string; tag: string }
  headers: Record<string, unknown>
  /** What the desk says of itself, once its signature was verified. */
  claims: { aud: string; exp: number; sub: string }
  /** The key that it signed with. */
  publicKey: string
}

/** A push service on this machine, with browsers that subscribe there and read what comes. */
export async function pushService() {
  const received: PushedMessage[] = []
  const browsers: { key: ReturnType<typeof createECDH>; auth: Buffer }[] = []
  const service = { received, status: 201, address: '', subscribe }
  const server = createServer(async (request, response) => {
    const place = Number(request.url?.slice('/send/'.length))
    const body = await buffer(request)
    const browser = browsers[place]
    if (service.status < 300 && browser) {
      const { claims, publicKey } = readAuthorization(request.headers.authorization ?? '')
      const text = new TextDecoder().decode(await decrypt(body, browser))
      received.push({ place, payload: JSON.parse(text), headers: request.headers, claims, publicKey })
    }
    response.writeHead(service.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  service.address = `http://127.0.0.1:${port}`

  /** Gives the JSON of a new browser's subscription. */
  function subscribe(): string {
    const key = createECDH('prime256v1')
    const auth = randomBytes(16)
    const place = browsers.push({ key, auth }) - 1
    const keys = { p256dh: key.generateKeys('base64url'), auth: auth.toString('base64url') }
    return JSON.stringify({ endpoint: `${service.address}/send/${place}`, expirationTime: null, keys })
  }

  return service
}

/** Reads a message as https://www.rfc-editor.org/rfc/rfc8291 says, with another implementation of the cipher than the desk's. */
async function decrypt(
  body: Buffer,
  { key, auth }: { key: ReturnType<typeof createECDH>; auth: Buffer },
): Promise<ArrayBuffer> {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const content = body.subarray(21 + senderKey.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), senderKey])
  const material = hkdfSync('sha256', key.computeSecret(senderKey), auth, info, 32)
  const derive = (name: string, sizeBytes: number) =>
    hkdfSync('sha256', Buffer.from(material), salt, `Content-Encoding: ${name}\0`, sizeBytes)
  const contentKey = await subtle.importKey('raw', derive('aes128gcm', 16), 'AES-GCM', false, ['decrypt'])
  const plain = await subtle.decrypt(
    { name: 'AES-GCM', iv: derive('nonce', 12) },
    contentKey,
    new Uint8Array(content),
  )
  // The last record ends with a 2, and may have zeros behind it.
  const end = new Uint8Array(plain).lastIndexOf(2)
  return plain.slice(0, end)
}

/** Verifies a signature as https://www.rfc-editor.org/rfc/rfc8292 says, or throws. */
function readAuthorization(header: string) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const isRight = verify(
    'sha256',
    signed,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('Cannot accept the message: its signature is wrong')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), publicKey }
}
