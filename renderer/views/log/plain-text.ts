// A log's text can contain anything: terminal colours, bells, null characters.

/**
 * Colours, cursor moves and titles of terminals:
 * https://www.ecma-international.org/publications-and-standards/standards/ecma-48/
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,1000}(?:\u0007|\u001b\\)|[@-Z\\^_])/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: likewise; tabs and line ends stay
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
/** Direction marks, which could make a line look like another one. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Removes colours, and replaces control characters and direction marks with visible signs. */
export function plainText(text: string): string {
  return text
    .replace(ANSI, '')
    .replace(CONTROL, (character) =>
      character === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + character.charCodeAt(0)),
    )
    .replace(DIRECTION, '\u00b7')
}
