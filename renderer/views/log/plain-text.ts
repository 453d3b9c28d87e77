// A log's text as its bytes came: colours for a terminal, bells, nulls.

/** Colours, cursor moves and titles that terminals understand: https://www.ecma-international.org/publications-and-standards/standards/ecma-48/ */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,1000}(?:\u0007|\u001b\\)|[@-Z\\^_])/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: likewise; tabs and line ends stay
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
/** Marks that turn the direction of what follows: they could make a line read as another one. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Without colours; control characters and marks of direction as signs that can be seen. */
export function plainText(text: string): string {
  return text
    .replace(ANSI, '')
    .replace(CONTROL, (character) =>
      character === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + character.charCodeAt(0)),
    )
    .replace(DIRECTION, '\u00b7')
}
