import { FILTERED, type KnowName } from './names.ts'
import { pairAt } from './values/listed-pairs.ts'
import { type Found, Reading } from './values/reading.ts'
import { valueAt } from './values/values.ts'

const EQUALS = 0x3d
const COLON = 0x3a
const COMMA = 0x2c

/**
 * Values that are secrets by the name before them, in whatever notation: addresses and forms (`token=x`), JSON that
 * can't be parsed or stands inside of a text (`"token":"x"`), what languages print of objects (`token: 'x'`), settings
 * and headers (a line `Token: x`), tuples (`('token', 'x')`). Reads each character a bounded number of times; there is
 * no sign before `first`.
 */
export function scrubAssignments(text: string, know: KnowName, first = 0): string {
  const reading = new Reading(text, know)
  let scrubbed = ''
  let from = 0
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at)
    let found: Found | undefined
    if (code === EQUALS || code === COLON) found = valueAt(reading, at, code === EQUALS, from)
    else if (code === COMMA) found = pairAt(reading, at, from)
    if (!found) continue
    scrubbed += text.slice(from, found.start) + (found.isInBrackets ? `"${FILTERED}"` : FILTERED)
    from = found.end
    at = found.end - 1
  }
  return from === 0 ? text : scrubbed + text.slice(from)
}
