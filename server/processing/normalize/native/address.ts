/** An address in memory as SDKs write it: `0x1b240d7b0`, or a number. */
export function parseAddress(given: unknown): bigint | undefined {
  if (typeof given === 'number') return Number.isSafeInteger(given) && given >= 0 ? BigInt(given) : undefined
  if (typeof given !== 'string' || !/^(?:0x[\da-f]{1,16}|\d{1,20})$/i.test(given)) return undefined
  return BigInt(given)
}

export function formatAddress(address: bigint): string {
  return `0x${address.toString(16)}`
}
