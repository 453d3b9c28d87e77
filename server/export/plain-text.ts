/** Escape sequences of terminals: `ESC [ ... letter`, and `ESC ] ... BEL`, which name windows and make links. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ANSI = /\u001b(?:\[[0-9;:?<=>]{0,100}[@-~]|\][^\u0007\u001b\n]{0,500}(?:\u0007|\u001b\\))/g
/** What has no place in a text: control codes but for tab and line feed, U+2028 and U+2029 among them. */
const CONTROLS = /(?![\t\n])[\p{Cc}\u2028\u2029]/gu
/** They turn what follows them around: https://trojansource.codes */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Characters that nobody sees, but a model or a search does: Unicode tags, zero-width spaces and joiners of words, byte
 * order marks, soft hyphens, fillers, and annotations (https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point).
 * Three of them have their uses, and are judged by what is beside them.
 */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu
/** It makes a symbol an emoji, or a text again. */
const LONE_SELECTOR = /(?<!\p{Emoji})[\ufe0e\ufe0f]/gu
/**
 * Joiners put emoji together. In scripts whose letters join, and in Indic ones, both of them change how a word is
 * spelled: Persian has a non-joiner in every second sentence.
 */
const SCRIPTS = 'Arab Syrc Mong Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
const JOINING = `[${SCRIPTS.replace(/\w+ ?/g, (script) => `\\p{Script=${script.trim()}}`)}]`
const EMOJI_END = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]'
const LONE_JOINER = new RegExp(
  `(?<!${EMOJI_END}(?=\\u200d\\p{Extended_Pictographic})|${JOINING}(?=[\\u200c\\u200d]${JOINING}))[\\u200c\\u200d]`,
  'gu',
)

/**
 * Reported text as it may leave the desk, for a terminal, an editor or a chat: its words as they are, nothing that
 * acts on whatever shows it, and nothing that can't be seen. Characters that turn the reading order are written out,
 * `<U+202E>`.
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
    .replace(INVISIBLE, '')
    .replace(LONE_SELECTOR, '')
    .replace(LONE_JOINER, '')
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
