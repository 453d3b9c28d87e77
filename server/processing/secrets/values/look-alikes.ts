/** Values by a secret's name that are none, in texts and in objects alike. */

/** What says of a secret that it is there, or what became of it. No password is one of them. */
const STATES = new Set(
  (
    'null none nil undefined true false yes no on off include omit same-origin required optional missing present absent ' +
    'empty blank unset set new expired expires valid invalid validated verified unverified active inactive enabled disabled ' +
    'open opened closed closing created started ended changed unchanged updated deleted removed revoked refreshed renewed ' +
    'rotated accepted rejected refused denied granted failed ok error unknown missing mismatch incorrect wrong found ' +
    'not-found timeout terminated authenticated unauthenticated authorized unauthorized anonymous confirmed pending eof'
  ).split(' '),
)

/** Where a value is put in later: `?`, `$1`, `%s`, `{name}`, `:name` is a value's. */
const PLACE = /^(?:\?|\$\d{1,3}|%(?:\(\w{1,64}\))?[sd]|\$?\{\w{0,64}\}|\*{3,64})[,;)\]]{0,3}$/
/** What documentation and parsers write for a pair: `Invalid character in cookie: name=value`. */
const PAIR_OF_WORDS = /^(?:cookie[-_]?)?(?:name|key)=(?:cookie[-_]?)?value\b[.,;)"']{0,2}$/i
/** What is said of a session or a token, in plain words; phrases open neither. */
const SENTENCE = /^[a-z]{2,16}(?: [a-z]{2,16}){1,6}$/
const OF_STATE = /(?:session|sid|token)(?:[-_.]?id)?$/i
const SESSION = /(?:session|sid)(?:[-_.]?id)?$/i
const DIRECTORY = /(?:^|[^a-z])(?:old|init)?[-_]?[cp]wd$/i
const PATH = /^(?:~|\.{0,2}\/|\.{1,2}$|[a-z]:[\\/])/i

/** `Session=closed`, `sid=12 not found`, `OLDPWD=/srv`, `token=?`. */
export function isLookAlike(name: string, value: string): boolean {
  if (value.length === 0) return true
  if (value.length <= 16 && STATES.has(value.toLowerCase())) return true
  if (value.length <= 70 && (PLACE.test(value) || PAIR_OF_WORDS.test(value))) return true
  if (value.length <= 70 && OF_STATE.test(name) && isSentenceOfState(value)) return true
  if (value.length <= 6 && /^\d+$/.test(value) && SESSION.test(name)) return true
  return PATH.test(value) && DIRECTORY.test(name)
}

/** `{"session": "closed state"}`: the first word is a state, and none of the others can be a key. */
function isSentenceOfState(value: string): boolean {
  return SENTENCE.test(value) && STATES.has(value.slice(0, value.indexOf(' ')))
}

/** One word with something in it that words don't have: "Password: required" is no secret. */
export function isKey(value: string): boolean {
  return value.length >= 6 && value.length <= 4_096 && /^[^\s()]+$/.test(value) && /\d/.test(value)
}

/** A word as fields are called: what follows a name in a list of names. */
export function isFieldName(value: string): boolean {
  return /^[A-Za-z]{1,20}(?:[_.-][A-Za-z]{1,20}){0,3}$/.test(value)
}
