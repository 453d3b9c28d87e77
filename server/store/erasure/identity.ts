/** Who is looked for. Each part that is given finds by itself; at least one is. */
export interface Identity {
  id?: string | undefined
  email?: string | undefined
  username?: string | undefined
  ip?: string | undefined
}

/** As users are named in tags and lists: processing/user-hash.ts. */
export function namesOf({ id, email, username, ip }: Identity): string[] {
  const parts = { id, email, username, ip }
  return Object.entries(parts).flatMap(([kind, value]) => (value === undefined ? [] : [`${kind}:${value}`]))
}

/** Whether a text, which is JSON, can mention the user at all: most cannot, and need not be parsed. */
export function mayMention(text: string, { id, email, username, ip }: Identity): boolean {
  const lower = lowerCased(text)
  return [id, email, username, ip].some(
    (part) => part !== undefined && lower.includes(lowerCased(JSON.stringify(part).slice(1, -1))),
  )
}

const ID_KEYS = new Set(['user.id', 'enduser.id', 'user_id'])
const USERNAME_KEYS = new Set(['user.name', 'user.username', 'enduser.name', 'username'])

/**
 * Whether a payload is about the user: an address of mail or network counts in any text, as a whole; an id or a name only
 * where a user's stands, since other things have such ids too.
 */
export function mentions(payload: unknown, identity: Identity): boolean {
  const { id, email, username, ip } = identity
  const names = new Set(namesOf(identity))
  const isInText = (text: string) => hasWhole(text, email) || hasWhole(text, ip) || names.has(text)

  function isNamed(owner: string, key: string, value: unknown): boolean {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
    if (text === undefined) return false
    const isOfUser = owner === 'user'
    if (text === id) return ID_KEYS.has(key) || (isOfUser && key === 'id')
    return (
      text === username && (USERNAME_KEYS.has(key) || (isOfUser && (key === 'name' || key === 'username')))
    )
  }

  function isIn(value: unknown, owner: string): boolean {
    if (typeof value === 'string') return isInText(value)
    if (value === null || typeof value !== 'object') return false
    if (Array.isArray(value)) return value.some((each) => isIn(each, owner))
    return Object.entries(value).some(
      // an attribute of OpenTelemetry is an object with its value and its type
      ([key, each]) => isNamed(owner, key, each) || isNamed('', key, attributeOf(each)) || isIn(each, key),
    )
  }

  return isIn(payload, '')
}

function attributeOf(value: unknown): unknown {
  return value !== null && typeof value === 'object' && 'value' in value ? value.value : undefined
}

/** Whether the text has the address, and not as a part of a longer one. */
export function hasWhole(text: string, address: string | undefined): boolean {
  return address !== undefined && placesOf(text, address).next().done === false
}

/** The text without the address, wherever it stands as a whole. */
export function withoutAddress(text: string, address: string): string {
  let from = 0
  let left = ''
  for (const place of placesOf(text, address)) {
    left += `${text.slice(from, place)}[erased]`
    from = place + address.length
  }
  return left + text.slice(from)
}

/** Whatever the case of its letters. */
function* placesOf(text: string, address: string): Generator<number, void> {
  const part = lowerCased(address)
  const lower = lowerCased(text)
  const goesOn = address.includes(':') ? /[\p{L}\p{N}:]/u : /[\p{L}\p{N}_+%-]/u // an IPv6 address has colons
  for (let place = lower.indexOf(part); place >= 0; place = lower.indexOf(part, place + part.length)) {
    const before = text.charAt(place - 1)
    const end = place + part.length
    const isLonger = text.charAt(end) === '.' && /[\p{L}\p{N}]/u.test(text.charAt(end + 1))
    if (before !== '.' && !goesOn.test(before) && !goesOn.test(text.charAt(end)) && !isLonger) yield place
  }
}

/** Of the same length: other letters than those of ASCII may become longer. */
function lowerCased(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
