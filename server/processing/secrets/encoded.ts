import { FILTERED } from './names.ts'

/** A name behind an encoded `?`, `&`, quote and the like, or behind what is in no name; then `=`, or `":"`. */
const NAME =
  /(?:%(?:0A|20|22|23|26|27|2C|3B|3F|7B)|^|[^\w.%-])([\w.-]{1,100})(?:%3D|%2[27]%3A(?:\+|%20){0,4}(?:%2[27])?)/gi
/** What ends a value: an encoded `&` or quote, or what would end it unencoded. */
const END = /%2[267]|[&;#\s"'<>]/gi

/** An address or JSON inside of an address: `?next=%2Freset%3Ftoken%3Dx`. */
export function scrubEncoded(text: string, isSecretName: (name: string) => boolean): string {
  let scrubbed = ''
  let from = 0
  NAME.lastIndex = 0
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    const start = NAME.lastIndex
    if (!isSecretName(match[1] ?? '')) continue
    END.lastIndex = start
    const end = END.exec(text)?.index ?? text.length
    NAME.lastIndex = end
    if (end === start) continue
    scrubbed += text.slice(from, start) + FILTERED
    from = end
  }
  return from === 0 ? text : scrubbed + text.slice(from)
}
