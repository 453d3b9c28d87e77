import type { AlertMessage, AlertSection, AlertSubject, AlertUpdate } from '#server/models/alerts/messages.ts'
import { lines, oneLine, writeWithin } from '../text/cut.ts'
import { escapeHtml } from '../text/escape.ts'
import { factsOf, headingOf, linksOf, moreOf, nameOf } from '../text/facts.ts'
import { footerOf } from './mail-text.ts'

/**
 * A mail as HTML: 600 pixels, inline styles, no images. It names no colours, so that mail readers show it in their own, light
 * or dark; what is less important is smaller.
 */
export function mailHtml(message: AlertMessage, unsubscribeUrl: string | undefined): string {
  const { note, subjects } = message
  const more = moreOf(message)
  const heading = text(headingOf(message, 300), 300)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<meta name="supported-color-schemes" content="light dark"><title>${heading}</title></head>`,
    '<body style="margin:0;padding:16px"><table role="presentation" align="center" width="600" ' +
      `style="width:100%;max-width:600px;border-collapse:collapse;${FONT}"><tr><td>`,
    `<h1 style="font-size:18px;line-height:26px;margin:0 0 12px;overflow-wrap:anywhere">${heading}</h1>`,
    ...(note ? [paragraph(text(note, 1_000))] : []),
    ...subjects.map((subject) => aboutSubject(subject)),
    ...(message.sections ?? []).map(aboutSection),
    ...(more ? [paragraph(text(more, 100))] : []),
    paragraph(linksOf(message).map(button).join(' &nbsp; ')),
    ...footerOf(message).map((line) => small(text(line, 400))),
    ...(unsubscribeUrl ? [small(anchor(unsubscribeUrl, 'Unsubscribe'))] : []),
    '</td></tr></table></body></html>',
  ].join('\n')
}

const FONT =
  'font-family:system-ui,-apple-system,Segoe UI,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px'

const text = (foreign: string, most: number): string =>
  writeWithin(oneLine(foreign, most), most * 6, escapeHtml)

const paragraph = (html: string): string => `<p style="margin:0 0 12px;overflow-wrap:anywhere">${html}</p>`

const small = (html: string): string =>
  `<p style="margin:0 0 4px;font-size:13px;line-height:18px">${html}</p>`

/** An address of the desk. Any other protocol leads nowhere. */
function anchor(url: string, written: string, style = ''): string {
  const isWeb = /^https?:\/\//i.test(url)
  return isWeb ? `<a href="${[...url].map(escapeHtml).join('')}"${style}>${written}</a>` : written
}

const BUTTON =
  ' style="display:inline-block;padding:8px 14px;border:1px solid;border-radius:6px;text-decoration:none"'

const button = (link: { text: string; url: string }): string => anchor(link.url, text(link.text, 100), BUTTON)

function aboutSubject(subject: AlertSubject): string {
  const rows = factsOf(subject).map(
    ([name, value]) =>
      `<tr><th scope="row" align="left" style="padding:0 16px 0 0;font-weight:400">${name}</th>` +
      `<td style="overflow-wrap:anywhere">${text(value, 200)}</td></tr>`,
  )
  const code = `font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px;overflow-wrap:anywhere`
  return [
    '<div style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid">',
    `<p style="margin:0;overflow-wrap:anywhere">${anchor(subject.url, text(nameOf(subject), 100))} <strong>${text(subject.title, 300)}</strong></p>`,
    ...(subject.detail ? [`<p style="margin:0 0 4px;${code}">${text(subject.detail, 300)}</p>`] : []),
    ...(subject.updates ?? []).map(updateOf),
    `<table style="border-collapse:collapse;font-size:13px;line-height:20px">${rows.join('')}</table></div>`,
  ].join('\n')
}

function aboutSection({ title, lines: listed }: AlertSection): string {
  const items = listed.map(
    ({ text: said, detail, url }) =>
      `<li style="margin:0 0 8px;overflow-wrap:anywhere">${anchor(url, text(said, 300))}` +
      `<br><span style="font-size:13px">${text(detail, 300)}</span></li>`,
  )
  const heading = `<h2 style="font-size:15px;line-height:22px;margin:0 0 8px">${text(title, 100)}</h2>`
  return `${heading}<ul style="margin:0 0 16px;padding:0 0 0 18px">${items.join('')}</ul>`
}

/** What somebody wrote keeps its lines. */
function updateOf({ text: said, quote }: AlertUpdate): string {
  const written = lines(quote ?? '')
    .map((line) => text(line, 1_000))
    .join('<br>')
  const style = 'margin:4px 0 0;padding:0 0 0 10px;border-left:1px solid'
  return (
    `<p style="margin:8px 0 0;overflow-wrap:anywhere">${text(said, 300)}${written && ':'}</p>` +
    (written && `<blockquote style="${style};overflow-wrap:anywhere">${written}</blockquote>`)
  )
}
