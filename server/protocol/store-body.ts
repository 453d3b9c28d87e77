import { inflateSync } from 'node:zlib'

const BRACE = 0x7b

/**
 * Returns the JSON of a body that was sent to `/store/`: plain, or as raven wrote it, zlib's deflate in base64.
 * Undefined for other content, and if the JSON would be longer than `longest`.
 */
export function unpackStoreBody(body: Uint8Array, longest: number): Uint8Array | undefined {
  const first = body.find((byte) => byte > 0x20)
  if (first === undefined || first === BRACE) return body
  try {
    // Node's decoder accepts everything: text that is not base64 becomes bytes that are not deflate.
    return inflateSync(Buffer.from(Buffer.from(body).toString('latin1'), 'base64'), {
      maxOutputLength: longest,
    })
  } catch {
    return undefined
  }
}
