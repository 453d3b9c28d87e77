import { generateKeyPairSync, sign } from 'node:crypto'

interface CertificateOptions {
  /** The hosts that it is for. */
  hosts: string[]
  /** Milliseconds since the epoch; a year from now if absent. */
  expiresAt?: number
}

/** A certificate that signs itself, for a server of TLS in a test, and its key; both as PEM. */
export function makeCertificate({ hosts, expiresAt = Date.now() + 31_536_000_000 }: CertificateOptions): {
  cert: string
  key: string
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(hosts[0] ?? '')))))
  const names = der(SEQUENCE, ...hosts.map((host) => der(DNS_NAME, Buffer.from(host))))
  const contents = der(
    SEQUENCE,
    der(CONTEXT_0, der(INTEGER, Buffer.of(2))), // version 3
    der(INTEGER, Buffer.of(1)),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, time(0), time(expiresAt)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(CONTEXT_3, der(SEQUENCE, der(SEQUENCE, SUBJECT_ALT_NAME, der(OCTETS, names)))),
  )
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', contents, privateKey)])
  const certificate = der(SEQUENCE, contents, ECDSA_WITH_SHA256, der(BITS, signature))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Tags of https://www.itu.int/rec/T-REC-X.690, and of the fields of https://www.rfc-editor.org/rfc/rfc5280 */
const INTEGER = 0x02
const BITS = 0x03
const OCTETS = 0x04
const UTF8 = 0x0c
const TIME = 0x18
const SEQUENCE = 0x30
const SET = 0x31
const DNS_NAME = 0x82
const CONTEXT_0 = 0xa0
const CONTEXT_3 = 0xa3

const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex')

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

function time(ms: number): Buffer {
  return der(TIME, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]|\..*/g, '')}Z`))
}
