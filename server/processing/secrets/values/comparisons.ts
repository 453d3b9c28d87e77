import { FILTERED, type KnowName } from '#server/processing/secrets/names.ts'
import { isLookAlike } from './look-alikes.ts'
import { nameBefore } from './pairs.ts'
import { endOfQuoted, openingAt } from './value-ends.ts'

/** How SQL compares without an equals sign: `token LIKE 'x'`, `token IN ('x', 'y')`, `token <> 'x'`. */
const OPERATOR = /(?<=[\s"`\]])(?:(?:not[ \t]{1,4})?(?:i?like|in)[ \t]{0,4}\(?|<>)[ \t]{0,4}(?=[NE]?')/gi
const MOST_VALUES = 100

export function scrubComparisons(text: string, know: KnowName): string {
  if (!/where/i.test(text)) return text
  let scrubbed = ''
  let from = 0
  for (const match of text.matchAll(OPERATOR)) {
    if (match.index < from) continue
    const name = nameBefore(text, match.index, from)
    if (name === undefined || !know(name.text).isSecret) continue
    let at = match.index + match[0].length
    for (let count = 0; count < MOST_VALUES; count++) {
      const opening = openingAt(text, at)
      if (!opening) break
      const end = endOfQuoted(text, opening)
      const value = text.slice(opening.start, end)
      scrubbed += text.slice(from, opening.start) + (isLookAlike(name.text, value) ? value : FILTERED)
      from = end
      at = end + 1
      while (/[\s,]/.test(text[at] ?? '')) at++
    }
  }
  return from === 0 ? text : scrubbed + text.slice(from)
}
