import * as v from 'valibot'

const PASSWORD_MIN_CHARACTERS = 12
/** Hashing costs time by the byte: a bound keeps a form from buying time with a long password. */
const PASSWORD_MAX_CHARACTERS = 1024
/** RFC 5321, 4.5.3.1.3: a path of 256 octets, its two brackets taken off. */
const EMAIL_MAX_CHARACTERS = 254

/**
 * The address is lower case, so that one user has one account. Only a mail can tell whether it exists: the form is
 * checked just enough to keep typing slips and control characters out.
 */
const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(EMAIL_MAX_CHARACTERS),
  v.regex(/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u),
)

export function parseEmail(text: string): string | undefined {
  const result = v.safeParse(emailSchema, text)
  return result.success ? result.output : undefined
}

/** Says what is wrong with a new password, as the end of a sentence; undefined when nothing is. */
export function passwordRefusal(password: string): string | undefined {
  if (password.length < PASSWORD_MIN_CHARACTERS) {
    return `it has ${password.length} characters and needs at least ${PASSWORD_MIN_CHARACTERS}`
  }
  return passwordIsTooLong(password) ? `it is longer than ${PASSWORD_MAX_CHARACTERS} characters` : undefined
}

export function passwordIsTooLong(password: string): boolean {
  return password.length > PASSWORD_MAX_CHARACTERS
}

const NAME_MAX_CHARACTERS = 80

export const NAME_RULE = `Cannot use this name: it must have at most ${NAME_MAX_CHARACTERS} characters and no control characters`

/** Reads a display name, in which white space counts once; undefined for one that may not be shown. */
export function parseName(text: string): string | undefined {
  const name = text.trim().replace(/\s+/g, ' ')
  return name.length > NAME_MAX_CHARACTERS || /\p{C}/u.test(name) ? undefined : name
}
