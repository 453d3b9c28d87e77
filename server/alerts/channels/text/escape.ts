/** Breaks `@here` and `#general` for services that look for them in plain text: a space of no width follows the sign. */
const ZERO_WIDTH_SPACE = '\u200b'

const OF_HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** One character as HTML shows it, in text and in the value of an attribute. */
export const escapeHtml = (character: string): string => OF_HTML[character] ?? character

/** Telegram knows four entities, and makes a mention of each name after `@`. */
export const escapeTelegram = (character: string): string =>
  character === '@' ? `@${ZERO_WIDTH_SPACE}` : character === "'" ? character : escapeHtml(character)

/** https://docs.slack.dev/messaging/formatting-message-text/#escaping: three characters, and `<!channel>` is text. */
export const escapeSlack = (character: string): string =>
  '&<>'.includes(character) ? escapeHtml(character) : character

/** One character of Markdown as text. A mention of Mattermost is found before Markdown is read, so that a backslash does not stop it. */
export function escapeMarkdown(character: string): string {
  if (character === '@') return `@${ZERO_WIDTH_SPACE}`
  return /[!-/:-?[-`{-~]/.test(character) && !"',.;?%&$/=".includes(character) ? `\\${character}` : character
}

/** One character inside backticks, where Zulip reads nothing but their end. */
export const escapeCode = (character: string): string => (character === '`' ? "'" : character)

/**
 * An address of the desk as formats with brackets can hold it; empty where it is none, or longer than services take. What
 * formats read as theirs is written in per cent, but not `_` and `~`, which no format ends an address at.
 */
export function linkAddress(address: string): string {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return ''
  const written = url.href.replace(/[()|<>"'*`\\[\]]/g, inPerCent)
  return written.length > 2_000 ? '' : written
}

const inPerCent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
