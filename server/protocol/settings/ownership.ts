import * as v from 'valibot'

/** Sentry takes as many characters of rules. */
const LONGEST_OWNERSHIP = 100_000
const LONGEST_NAMES = 20_000

const textOf = (most: number) =>
  v.optional(v.pipe(v.string(), v.maxLength(most, `there are more than ${most} characters`)), '')

/** Who owns what of a project: processing/owners. */
export const ownershipSchema = v.object({
  /** Rules as Sentry writes them, one a line. */
  rules: textOf(LONGEST_OWNERSHIP),
  /** The text of a CODEOWNERS file. */
  codeowners: textOf(LONGEST_OWNERSHIP),
  /** What the names of that file stand for, one a line: `@org/payments #billing`. */
  names: textOf(LONGEST_NAMES),
  /** New issues, and unassigned ones that come back, are assigned by the rules. */
  isAutoAssigning: v.optional(v.boolean(), true),
  /** Rules that are not active neither assign nor suggest anybody. */
  isActive: v.optional(v.boolean(), true),
  /** Milliseconds since the epoch; absent until something was stored. */
  createdAt: v.optional(v.number()),
  updatedAt: v.optional(v.number()),
})
