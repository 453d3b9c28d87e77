import { oneLine, writeWithin } from './cut.ts'
import { escapeCode, escapeHtml, escapeMarkdown, escapeSlack, escapeTelegram, linkAddress } from './escape.ts'
import type { Format } from './message-lines.ts'

const escaped = (write: (character: string) => string) => (foreign: string, most: number) =>
  writeWithin(oneLine(foreign, most), most, write)

function html(write: (character: string) => string): Format {
  return {
    text: escaped(write),
    bold: (written) => `<b>${written}</b>`,
    link: (written, url) =>
      withAddress(written, url, (address) => `<a href="${htmlOf(address)}">${written}</a>`),
  }
}

/** An address that cannot be linked is left out, and its text stays. */
function withAddress(written: string, url: string, link: (address: string) => string): string {
  const address = linkAddress(url)
  return address === '' ? written : link(address)
}

const htmlOf = (text: string): string => [...text].map(escapeHtml).join('')

export const HTML = html(escapeHtml)

/** https://core.telegram.org/bots/api#html-style */
export const TELEGRAM = html(escapeTelegram)

/** https://docs.slack.dev/messaging/formatting-message-text */
export const SLACK: Format = {
  text: escaped(escapeSlack),
  bold: (written) => `*${written}*`,
  link: (written, url) => withAddress(written, url, (address) => `<${address}|${written}>`),
}

export const MARKDOWN: Format = {
  text: escaped(escapeMarkdown),
  bold: (written) => `**${written}**`,
  link: (written, url) => withAddress(written, url, (address) => `[${written}](${address})`),
}

/** Markdown of Zulip, which has no backslashes: foreign text is in backticks, where no mention is found. */
export const CODED: Format = {
  ...MARKDOWN,
  text: (foreign, most) => `\`${writeWithin(oneLine(foreign, most - 2) || ' ', most - 2, escapeCode)}\``,
  bold: (written) => written,
}

/** Text without a format. A sign of no width keeps `@room` from being a mention. */
export const PLAIN: Format = {
  text: escaped((character) => (character === '@' ? '@\u200b' : character)),
  bold: (written) => written,
  link: (written, url) => `${written}: ${url}`,
}
