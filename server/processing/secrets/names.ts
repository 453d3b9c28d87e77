import { matchesGlob } from '#server/processing/glob.ts'

export const FILTERED = '[Filtered]'

/** Patterns for names in lower case without separators: `X-Api-Key`, `apiKey` and `user[api_key]` are one. */
const SECRET = new RegExp(
  [
    /passwor[dt]|passwd|passphrase|passcode|pwd$|^pass$|(?:admin|auth|db|ftp|login|mail|redis|smtp|user)pass$/,
    // Passwords in other languages; the first is Spanish, with and without its letter.
    /contrase[nñ]a|motdepasse|wachtwoord|kennwort|lösenord|lozinka|^has[lł]o|^senha|^parol[ae]?$|пароль|密码|密碼|パスワード|비밀번호/,
    /secret(?!ar)/,
    /(?:access|api|private)keys?|(?:account|auth|client|encryption|licen[cs]e|master|shared|signing|ssh)key(?:data)?$/,
    /authorization|^(?:basic|http|proxy|x)?auth$|auth(?:code|data|hash|header)$|accesscode$/,
    /cookies?\d?$|^cookie(?:header|jar|string|value)/,
    /credential/,
    // Tokens of pages, parsers and language models are none; plural ones are counted more often than kept.
    /(?<!assembly|publickey|bos|cancel|cancellation|continuation|eos|first|last|mask|next|pad|page|sort|stop|sync|unexpected|unk)token$/,
    /token(?:hash|key|secret|string|value)$|(?:access|api|auth|bearer|csrf|refresh|session)tokens$/,
    /csrf|xsrf|^jwt|jwt$|^bearer$/,
    /(?<!ob|pos)session(?:cookie|data|hash|id|key)?$|sessid$|^sid$|^connectsid$/,
    /creditcard|cardnumber|ccnum(?:ber)?$|^(?:card)?c[vs][vc]2?$|securitycode|^(?:card|sim|user)?pin$/,
    /^[ht]?otp(?:code)?$|(?:2fa|mfa|onetime|verification)code$|(?:backup|recovery)codes?$/,
    // What opens a wallet or an account by itself, and what passwords are hashed with.
    /(?:mnemonic|recovery|seed)phrase|^mnemonic$|magiclink$|^salt$|(?:app|auth|cookie|hash|jwt|user)salt$|^(?:user)?iban$|ibannumber$/,
    /^ssn$|socialsecurity|^sig$|(?:amz|goog)signature$|^hmac$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Last words that say of a secret something that is none: `token_type`, `passwordChangedAt`. */
const ABOUT_A_SECRET = new Set(
  (
    'age arn at attempts banner changed consent count date disabled domain enabled endpoint exists expiration expired ' +
    'expires expiry hint index invalid kind label len length lifetime limit max maxage method min mode name path ' +
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

/** What a name is beside a value: `{"name": "Cookie", "value": "x"}`. */
export type Role = 'label' | 'value'

export interface KnownName {
  isSecret: boolean
  role: Role | undefined
  /** Without secrets that stand in the name itself. */
  text: string
}

export type KnowName = (name: string) => KnownName

const LABEL =
  /^(?:attribute|field|header|key|label|name|option|param|parameter|property|variable|k)(?:name)?$/
const VALUE = /^(?:current|default|new|old|previous|raw|string)?values?$|^val$|^v$/

export function roleOf(name: string): Role | undefined {
  const plain = name.length <= 20 ? collapsed(name) : ''
  return LABEL.test(plain) ? 'label' : VALUE.test(plain) ? 'value' : undefined
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

/** A character of ASCII as addresses write it, once or several times over: `%5B`, `%255B`. */
const ENCODED = /%(?:25){0,4}([2-7][\da-f])/gi
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/

function decodeCharacter(_whole: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16))
}

function collapsed(name: string): string {
  const whole = name.includes('%') ? name.replace(ENCODED, decodeCharacter) : name
  // Letters with accents may come as two characters.
  const plain = ASCII.test(whole) ? whole : whole.normalize('NFC')
  return plain.toLowerCase().replace(/[-_.\s[\]:$"'`\\]/g, '')
}

function isAboutASecret(name: string): boolean {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').match(/[A-Za-z\d]+/g)
  return words !== null && words.length > 1 && ABOUT_A_SECRET.has(words.at(-1)?.toLowerCase() ?? '')
}
