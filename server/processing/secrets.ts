export const FILTERED = '[Filtered]'

/** On names in lower case without separators. `tokens` is left alone: it is a count more often than a secret. */
const SECRET_NAME =
  /passw(?:or)?d|passphrase|passcode|pwd$|secret|apikey|accesskey|privatekey|authorization|^auth$|cookie|credential|token$|csrf|xsrf|creditcard|cardnumber|ccnumber|^card$|^cvv2?$|^cvc2?$|securitycode|^pin$/

/** The same few names come with every event. */
const known = new Map<string, boolean>()
const KNOWN_NAMES = 5_000

export function isSecretName(name: string): boolean {
  const cached = known.get(name)
  if (cached !== undefined) return cached
  if (known.size >= KNOWN_NAMES) known.clear()
  const isSecret = SECRET_NAME.test(name.toLowerCase().replace(/[-_.\s]/g, ''))
  known.set(name, isSecret)
  return isSecret
}

/** A text without the secrets that can be told by their form: parameters of addresses, and card numbers. */
export function scrubText(text: string): string {
  let scrubbed = text.includes('=') && text.includes('?') ? scrubQuery(text) : text
  if (text.includes('@') && text.includes('://')) scrubbed = scrubUserInfo(scrubbed)
  return /\d{4}/.test(scrubbed) ? scrubCards(scrubbed) : scrubbed
}

/** `postgres://user:password@host` */
function scrubUserInfo(text: string): string {
  return text.replace(/(:\/\/[^\s/:@]{1,100}):[^\s/@]{1,500}@/g, `$1:${FILTERED}@`)
}

/** `"token":"x"` in JSON that is cut off, so that it can't be parsed. */
export function scrubBrokenJson(text: string): string {
  return text.replace(
    /"([^"\\]{1,100})"(\s*:\s*)"(?:[^"\\]|\\.)*"?/g,
    (whole, name: string, colon: string) => (isSecretName(name) ? `"${name}"${colon}"${FILTERED}"` : whole),
  )
}

/** `a=1&token=x`, with or without an address before it. */
export function scrubQuery(text: string): string {
  return text.replace(/(^|[?&;])([^=?&;#\s]{1,100})=([^&;#\s]+)/g, (whole, before: string, name: string) =>
    isSecretName(name) ? `${before}${name}=${FILTERED}` : whole,
  )
}

/** Visa, Mastercard, American Express and Discover, by prefix, length and check digit: ids look alike otherwise. */
const CARD = /(?<!\d)(?:4\d{3}|5[1-5]\d{2}|6011|65\d{2}|3[47]\d{2})(?:[ -]?\d){11,12}(?!\d)/g

function scrubCards(text: string): string {
  return text.replace(CARD, (number) => (hasCheckDigit(number) ? FILTERED : number))
}

/** Luhn's formula. */
function hasCheckDigit(number: string): boolean {
  const digits = [...number.replace(/\D/g, '')].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
