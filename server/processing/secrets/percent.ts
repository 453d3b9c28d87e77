import { FILTERED } from './names.ts'

/** Encoded four times over is as deep as gateways nest addresses. */
const MOST_LEVELS = 4
/** A run is what may have been encoded as one: it ends where a form's, an address's or a text's next part begins. */
const ENDS_RUN = new Set(' \t\r\n\0&"\'<>#=?`')

/**
 * What stands percent-encoded in a text, such as an address or JSON inside of an address: decoded, scrubbed as any text,
 * and encoded again where something was found.
 */
export function scrubEncoded(
  text: string,
  scrub: (text: string, level: number) => string,
  level = 0,
): string {
  if (level >= MOST_LEVELS) return text
  let scrubbed = ''
  let from = 0
  for (let percent = text.indexOf('%'); percent >= 0; percent = text.indexOf('%', percent)) {
    let start = percent
    while (start > from && !ENDS_RUN.has(text[start - 1] ?? '')) start--
    let end = percent + 1
    while (end < text.length && !ENDS_RUN.has(text[end] ?? '')) end++
    const run = text.slice(start, end)
    scrubbed += text.slice(from, start) + scrubRun(run, (decoded) => scrub(decoded, level + 1))
    from = end
    percent = end
  }
  return from === 0 ? text : scrubbed + text.slice(from)
}

function scrubRun(run: string, scrub: (text: string) => string): string {
  if (!/%[\da-f]{2}/i.test(run)) return run
  const decoded = decode(run)
  const scrubbed = scrub(decoded)
  return scrubbed === decoded ? run : encode(scrubbed, run)
}

/**
 * In forms a plus is a space, in addresses a plus: where it is both, it is seldom in a secret's name. Nothing throws: an
 * exception for each broken run would take longer than all else.
 */
function decode(run: string): string {
  return run.replaceAll('+', ' ').replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    const text = Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8')
    return text.includes('\ufffd') ? decodeAscii(bytes) : text
  })
}

/** Of what is cut off, or of an older encoding: names and signs are written in ASCII. */
function decodeAscii(bytes: string): string {
  return bytes.replace(/%([2-7][\da-f])/gi, (_whole, code: string) => asciiOf(code))
}

function asciiOf(code = ''): string {
  return String.fromCharCode(Number.parseInt(code, 16))
}

/**
 * Characters that stood as they are in the run stay so. One that stood in it both ways is encoded everywhere: read again,
 * what was encoded would otherwise be a sign of the text around it.
 */
function encode(text: string, run: string): string {
  const kept = new Set(run)
  for (const [, code] of run.matchAll(/%([2-7][\da-f])/gi)) kept.delete(asciiOf(code))
  const space = run.includes('%20') || !run.includes('+') ? '%20' : '+'
  for (const sign of ' %+') kept.delete(sign)
  const encoded = text
    .split(FILTERED)
    .map((part) =>
      part
        .toWellFormed()
        .replace(/[^\w.~!*'()-]/gu, (character) =>
          character === ' ' ? space : kept.has(character) ? character : encodeURIComponent(character),
        ),
    )
  return encoded.join(FILTERED)
}
