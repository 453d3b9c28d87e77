import { FILTERED, type KnowName } from '#server/processing/secrets/names.ts'
import { isLookAlike } from './look-alikes.ts'

/** What follows an option: `--password x`, `curl -u user:x`. `--password=x` is found as any other name. */

/** An option behind a blank, quote or bracket, and the word behind it; quotes must end where they are believed. */
const OPTION =
  /(?<![^\s"'`([,])(--?[A-Za-z][\w.-]{0,60})([ \t]{1,4})("[^"\n]{0,500}"|'[^'\n]{0,500}'|[^\s"'`|;&<>-][^\s"'`|;&<>]{0,500})/g
/** The password of MySQL's programs adjoins its option. */
const JOINED = /(?<=\s-p)(?!rint|ort|\[Filtered\])(?=[^\s"']{0,80}\d)[^\s"'-][^\s"']{3,80}/g

/** What sentences have behind an option that they are about: "use --password to log in". */
const WORDS = new Set(
  (
    'a an and are argument arguments as at be because but by can cannot does flag flags for from has have if in instead is ' +
    'it may must needs no not of on only option options or parameter required requires set should specified takes than that ' +
    'the then to unless use used value was were when which while will with without you your'
  ).split(' '),
)

export function scrubArguments(text: string, know: KnowName): string {
  const isOfCurl = text.includes('curl')
  const scrubbed = text.replace(OPTION, (whole, option: string, blanks: string, given: string) => {
    const quote = /^["']/.test(given) ? given.charAt(0) : ''
    const value = quote === '' ? given : given.slice(1, -1)
    const shown = scrubArgument(option, value, isOfCurl, know)
    if (shown === value || (quote === '' && WORDS.has(value.toLowerCase()))) return whole
    return `${option}${blanks}${quote}${shown}${quote}`
  })
  const command = scrubbed.indexOf('mysql')
  return command < 0
    ? scrubbed
    : scrubbed.slice(0, command) + scrubbed.slice(command).replace(JOINED, FILTERED)
}

/** The value of an option, without what is secret in it. */
export function scrubArgument(option: string, value: string, isOfCurl: boolean, know: KnowName): string {
  if (isOfCurl && /^(?:-u|-U|--user|--proxy-user)$/.test(option)) {
    const colon = value.indexOf(':')
    return colon > 0 && !value.startsWith(FILTERED) ? `${value.slice(0, colon + 1)}${FILTERED}` : value
  }
  const isHidden = value.startsWith('-') || value.startsWith(FILTERED) || isLookAlike(option, value)
  return !isHidden && know(option).isSecret ? FILTERED : value
}
