import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gave with its subscription, Base64url. */
export interface PushReceiver {
  /** Its public key on P-256: 65 bytes, uncompressed. */
  p256dh: string
  /** 16 bytes that only the browser and we know. */
  auth: string
}

/** What is used for one message alone. */
export interface OneTimeSender {
  /** 16 bytes. */
  salt: Uint8Array
  /** With a key pair on P-256. */
  key: ECDH
}

export const PUSH_CURVE = 'prime256v1' // as OpenSSL calls P-256
/** The whole message is one record of so many bytes at most, with its header (https://www.rfc-editor.org/rfc/rfc8030#section-7.2). */
const RECORD_BYTES = 4_096
/** Ends the content of the last record (https://www.rfc-editor.org/rfc/rfc8188#section-2). */
const LAST_RECORD = Buffer.from([2])

/**
 * A salt and a key pair for one message.
 * @internal
 */
export function newSender(): OneTimeSender {
  const key = createECDH(PUSH_CURVE)
  key.generateKeys()
  return { salt: randomBytes(16), key }
}

/** Encrypts a message that only the browser can read: `aes128gcm` of https://www.rfc-editor.org/rfc/rfc8291. */
export function encryptPush(
  plaintext: Uint8Array,
  { p256dh, auth }: PushReceiver,
  { salt, key }: OneTimeSender = newSender(),
): Buffer {
  const receiverKey = Buffer.from(p256dh, 'base64url')
  const senderKey = key.getPublicKey()
  const shared = key.computeSecret(receiverKey)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey])
  const material = derive(shared, Buffer.from(auth, 'base64url'), { about, sizeBytes: 32 })
  const about128 = Buffer.from('Content-Encoding: aes128gcm\0')
  const contentKey = derive(material, salt, { about: about128, sizeBytes: 16 })
  const nonce = derive(material, salt, { about: Buffer.from('Content-Encoding: nonce\0'), sizeBytes: 12 })
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  const content = Buffer.concat([cipher.update(plaintext), cipher.update(LAST_RECORD), cipher.final()])
  return Buffer.concat([headerOf(salt, senderKey), content, cipher.getAuthTag()])
}

function derive(
  material: Uint8Array,
  salt: Uint8Array,
  { about, sizeBytes }: { about: Uint8Array; sizeBytes: number },
): Buffer {
  return Buffer.from(hkdfSync('sha256', material, salt, about, sizeBytes))
}

/** Salt, size of a record, and the sender's key, as in https://www.rfc-editor.org/rfc/rfc8188#section-2.1. */
function headerOf(salt: Uint8Array, senderKey: Buffer): Buffer {
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_BYTES)
  sizes.writeUInt8(senderKey.length, 4)
  return Buffer.concat([salt, sizes, senderKey])
}
