/** The beginning of a key is enough to recognize it. */
export function nameOf(publicKey: string): string {
  return publicKey.slice(0, 8)
}
