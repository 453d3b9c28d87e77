/** Escape sequences of terminals: `ESC [ ... letter`, and `ESC ] ... BEL`, which name windows and make links. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ANSI = /\u001b(?:\[[0-9;:?<=>]{0,100}[@-~]|\][^\u0007\u001b\n]{0,500}(?:\u0007|\u001b\\))/g
/** What has no place in a text: control codes but for tab and line feed, U+2028 and U+2029 among them. */
const CONTROLS = /(?![\t\n])[\p{Cc}\u2028\u2029]/gu
/** They turn what follows them around: https://trojansource.codes */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Reported text as it may leave the desk, for a terminal, an editor or a chat: its words as they are, nothing that
 * acts on whatever shows it. Characters that turn the reading order are written out, `<U+202E>`.
 */
export function toPlainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(ANSI, '')
    .replace(CONTROLS, '')
    .replace(
      TURNING,
      (character) => `<U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`,
    )
}

/** In one line, clipped. */
export function toPlainLine(text: string, maxCharacters: number): string {
  const clipped = text.length > maxCharacters ? `${text.slice(0, maxCharacters).toWellFormed()}…` : text
  return toPlainText(clipped).replace(/\s+/g, ' ').trim()
}

/** Any reported value: texts as they are, the rest as JSON. */
export function toValueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
