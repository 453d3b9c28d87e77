import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Asked {
  challenge: string
  origin: string
  rpId: string
}

interface Signing extends Asked {
  counter?: number
  isUserVerified?: boolean
  userHandle?: string
}

/** A security key in software: https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
export function createSoftwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const names = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    id: names.id,

    /** What `navigator.credentials.create()` gives, without an attestation. */
    create(asked: Asked): string {
      const authData = Buffer.concat([
        authenticatorData(asked, 0x45, 0),
        Buffer.alloc(16),
        u16(id.length),
        id,
        coseKey(x, y),
      ])
      const attestationObject = Buffer.concat([
        ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), Buffer.from([0x58, authData.length]), authData],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['usb'],
      }
      return JSON.stringify({ ...names, response, clientExtensionResults: {} })
    },

    /** What `navigator.credentials.get()` gives. */
    get({ counter = 0, isUserVerified = true, userHandle, ...asked }: Signing): string {
      const client = clientData('webauthn.get', asked)
      const authData = authenticatorData(asked, isUserVerified ? 0x05 : 0x01, counter)
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle,
      }
      return JSON.stringify({ ...names, response, clientExtensionResults: {} })
    },
  }
}

function clientData(type: string, { challenge, origin }: Asked): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData({ rpId }: Asked, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
}

/** CBOR of a key of ES256: https://www.rfc-editor.org/rfc/rfc9053#section-7.1.1 */
function coseKey(x: string, y: string): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}

function u16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff])
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}
