import { matchesGlob } from '../glob.ts'

export const FILTERED = '[Filtered]'

/** On names in lower case without separators: `X-Api-Key`, `apiKey` and `user[api_key]` are one. */
const SECRET = new RegExp(
  [
    /passw(?:or)?d|passphrase|passcode|pwd$|^pass$|(?:admin|auth|db|ftp|login|mail|redis|smtp|user)pass$/,
    /secret(?!ar)/,
    /(?:access|api|private)keys?|(?:account|auth|encryption|master|shared|signing|ssh)key$/,
    /authorization|^(?:basic|http|proxy|x)?auth$|auth(?:code|hash|header)$/,
    /cookies?\d?$|^cookie(?:header|jar|string|value)/,
    /credential/,
    // Tokens of pages, parsers and language models are none; plural ones are counted more often than kept.
    /(?<!bos|cancel|cancellation|continuation|eos|first|last|mask|next|pad|page|sort|stop|sync|unexpected|unk)token$/,
    /token(?:hash|key|secret|string|value)$|(?:access|api|auth|bearer|csrf|refresh|session)tokens$/,
    /csrf|xsrf|^jwt|jwt$|^bearer$/,
    /(?<!ob|pos)session(?:cookie|data|hash|id|key)?$|sessid$|^sid$|^connectsid$/,
    /creditcard|cardnumber|ccnum(?:ber)?$|^(?:card)?c[vs][vc]2?$|securitycode|^(?:card|sim|user)?pin$/,
    /^[ht]?otp(?:code)?$|(?:2fa|mfa|onetime|verification)code$|(?:backup|recovery)codes?$/,
    /^ssn$|socialsecurity|^sig$|(?:amz|goog)signature$|^hmac$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Last words that say of a secret something that is none: `token_type`, `passwordChangedAt`. */
const ABOUT_A_SECRET = new Set(
  (
    'age arn at attempts banner changed consent count date disabled domain enabled endpoint exists expiration expired ' +
    'expires expiry field hint index invalid kind label len length lifetime limit max maxage method min mode name path ' +
    'placeholder policy present provider required server set size status strength ttl type uri url valid version'
  ).split(' '),
)

/** By OpenTelemetry's conventions these name a visit, and open nothing. */
const HARMLESS: ReadonlySet<string> = new Set(['session.id', 'session.previous_id'])

export interface NameSettings {
  /** As a project adds and excepts them: names, or globs over names. */
  extraNames: readonly string[]
  exemptNames: readonly string[]
}

/** Tells by a name that its value is a secret. */
export function createNameTest({ extraNames, exemptNames }: NameSettings): (name: string) => boolean {
  const extra = extraNames.map(collapsed)
  const exempt = exemptNames.map(collapsed)
  return (name) => {
    const plain = collapsed(name)
    if (exempt.some((pattern) => matchesGlob(plain, pattern))) return false
    if (extra.some((pattern) => matchesGlob(plain, pattern))) return true
    return SECRET.test(plain) && !HARMLESS.has(name.toLowerCase()) && !isAboutASecret(name)
  }
}

function collapsed(name: string): string {
  return name.toLowerCase().replace(/%5[bd]|[-_.\s[\]:$"'\\]/g, '')
}

function isAboutASecret(name: string): boolean {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').match(/[A-Za-z\d]+/g)
  return words !== null && words.length > 1 && ABOUT_A_SECRET.has(words.at(-1)?.toLowerCase() ?? '')
}
