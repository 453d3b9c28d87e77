export function isBlobHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** A name that a sender chose must never reach a path, a key or a query. */
export function requireBlobHash(sha256: string): string {
  if (!isBlobHash(sha256)) throw new Error(`Cannot find attachment: ${sha256} is not a SHA-256`)
  return sha256
}
