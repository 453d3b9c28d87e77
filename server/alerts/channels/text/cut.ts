/** What ends a line, rules a terminal or turns the direction of text: none of it belongs into a line. */
const UNPRINTED = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

/** Makes foreign text one line, without control characters, of at most `most` UTF-16 units. */
export function oneLine(text: string, most = 1_000): string {
  // Cut first: what is a hundred times as long as what is shown need not be read.
  return cut(
    text
      .slice(0, most * 4)
      .toWellFormed()
      .replace(UNPRINTED, ' ')
      .trim(),
    most,
  )
}

const MOST_LINES = 30
const LINE_END = /\r\n|\r|\n/

/** The lines of what somebody wrote, each as one line, without empty ones; what is too long ends with `…`. */
export function lines(text: string): string[] {
  const all = text
    .slice(0, 4_000)
    .split(LINE_END)
    .map((line) => oneLine(line))
    .filter((line) => line !== '')
  return all.length > MOST_LINES ? [...all.slice(0, MOST_LINES), '…'] : all
}

/** Cuts text to at most `most` UTF-16 units, between characters; it then ends with `…`. */
function cut(text: string, most: number): string {
  return writeWithin(text, most, (character) => character)
}

/** Cuts text to at most `most` bytes of UTF-8. */
export function cutBytes(text: string, most: number): string {
  return writeWithin(text, most, (character) => character, Buffer.byteLength)
}

/** Escapes text character by character; what is written stays within `most`, however much escaping adds. */
export function writeWithin(
  text: string,
  most: number,
  write: (character: string) => string,
  sizeOf: (written: string) => number = (written) => written.length,
): string {
  const room = most - sizeOf('…')
  let size = 0
  let written = ''
  let fitting = ''
  for (const character of text) {
    const escaped = write(character)
    size += sizeOf(escaped)
    if (size > most) return `${fitting}…`
    written += escaped
    if (size <= room) fitting = written
  }
  return written
}
