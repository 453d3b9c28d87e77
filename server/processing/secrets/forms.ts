import { FILTERED } from './names.ts'

/**
 * Secrets that their own form tells, whatever they are called. Each expression is linear: it can begin at one place of
 * a run of characters only, or what it repeats is bounded.
 */

/** Keys are recognized by the prefixes that their issuers chose for this purpose; JSON Web Tokens begin with `{"` in base64. */
const TOKENS = new RegExp(
  `(?<![\\w-])(?:${[
    /eyJ[\w-]{10,}\.[\w-]{4,}(?:\.[\w-]*){0,3}/,
    /gh[oprsu]_\w{20,}|github_pat_\w{20,}/,
    /gl(?:pat|ptt|dt|rt)-[\w-]{16,}/,
    /xox[abeoprs]-[\w-]{10,}|xapp-[\w-]{10,}/,
    /[rs]k_(?:live|test)_\w{10,}|whsec_\w{16,}/,
    /A(?:KIA|SIA)[A-Z\d]{16}(?![A-Z\d])/,
    /AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}/,
    /npm_\w{30,}|pypi-[\w-]{20,}|hf_\w{30,}|dop_v1_\w{30,}/,
    /sk-[\w-]{20,}/,
    /SG\.[\w-]{16,}\.[\w-]{16,}/,
    /shp(?:at|ca|pa|ss)_[a-fA-F\d]{20,}/,
    // What follows the first of these is Base64, an underscore and Base64, all of which may be in an address.
    /sntry[su]_[\w+/=%-]{20,}|ct_[\w-]{40,}/,
  ]
    .map(({ source }) => source)
    .join('|')})`,
  'g',
)

export function scrubTokens(text: string): string {
  return text.replace(TOKENS, FILTERED)
}

const SCHEME = /\b(bearer|basic)([ \t]{1,8})([\w.~+/-]{8,}={0,2})/gi

/** `Bearer x`, where x is no word: "Basic authentication failed" holds no secret. */
export function scrubSchemes(text: string): string {
  return text.replace(SCHEME, (whole, scheme: string, space: string, value: string) =>
    /\d|=$|[a-z][A-Z]|.{24}/.test(value) ? `${scheme}${space}${FILTERED}` : whole,
  )
}

/** `postgres://user:password@host`; a password with a slash in it is not one of an address. */
const PASSWORD = /(:\/\/[^\s/:@"'<>]{0,100}):(?!\[Filtered\]@)[^\s/?#"'<>]{1,500}@/g
/** `https://token@host`, `https://token:x@host`: what no person is called. */
const USER = /:\/\/([\w.~%+-]{8,500})(?=(?::(?:\[Filtered\])?)?@)/g

export function scrubUserInfo(text: string): string {
  if (!text.includes('://')) return text // most texts with an @ hold an e-mail address
  return text
    .replace(PASSWORD, `$1:${FILTERED}@`)
    .replace(USER, (whole, user: string) => (isToken(user) ? `://${FILTERED}` : whole))
}

function isToken(user: string): boolean {
  return user.length >= 24 || (/\d/.test(user) && (/[A-Z]/.test(user) || user.length >= 16))
}

const BEGIN = '-----BEGIN '

/** Matches from `BEGIN … PRIVATE KEY` to the key's end, or to the end of a truncated text. */
export function scrubPrivateKeys(text: string): string {
  let scrubbed = ''
  let from = 0
  for (let begin = text.indexOf(BEGIN); begin !== -1; begin = text.indexOf(BEGIN, begin + BEGIN.length)) {
    if (begin < from || !/^[A-Z\d ]{0,40}PRIVATE KEY/.test(text.slice(begin + BEGIN.length, begin + 80)))
      continue
    const end = text.indexOf('-----END ', begin)
    const closing = end === -1 ? -1 : text.indexOf('-----', end + 9)
    scrubbed += text.slice(from, begin) + FILTERED
    from = closing === -1 ? text.length : closing + 5
  }
  return scrubbed + text.slice(from)
}
