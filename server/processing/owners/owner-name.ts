/** An address, or a team's slug after a `#`. Letters of slugs are of any script. */
const OWNER = /^(?:#[\p{Letter}\p{Number}-]+|[^\s#@]+@[^\s@]+)$/u

/** Returns an owner's name as it is compared, in lower case; undefined for what names nobody. */
export function parseOwnerName(text: string): string | undefined {
  return OWNER.test(text) ? text.toLowerCase() : undefined
}
