import { inflateSync } from 'node:zlib'

const BRACE = 0x7b

/**
 * The JSON in a body that was sent to `/store/`: plain, or as raven wrote it, zlib's deflate in base64. Undefined for
 * neither, and for what would be larger than `longest`.
 */
export function unpackStoreBody(body: Uint8Array, longest: number): Uint8Array | undefined {
  const first = body.find((byte) => byte > 0x20)
  if (first === undefined || first === BRACE) return body
  try {
    // Node's decoder stops at nothing: what is no base64 becomes bytes that are no deflate.
    return inflateSync(Buffer.from(Buffer.from(body).toString('latin1'), 'base64'), {
      maxOutputLength: longest,
    })
  } catch {
    return undefined
  }
}
