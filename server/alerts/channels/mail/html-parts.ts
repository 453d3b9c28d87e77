import { oneLine, writeWithin } from '../text/cut.ts'
import { escapeHtml } from '../text/escape.ts'

/**
 * A whole mail: 600 pixels, inline styles, no images. It names no colours, so that mail readers show it in their own, light
 * or dark; what is less important is smaller.
 */
export function mailPage(title: string, parts: readonly string[]): string {
  const heading = text(title, 300)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<meta name="supported-color-schemes" content="light dark"><title>${heading}</title></head>`,
    '<body style="margin:0;padding:16px"><table role="presentation" align="center" width="600" ' +
      `style="width:100%;max-width:600px;border-collapse:collapse;${FONT}"><tr><td>`,
    `<h1 style="font-size:18px;line-height:26px;margin:0 0 12px;overflow-wrap:anywhere">${heading}</h1>`,
    ...parts,
    '</td></tr></table></body></html>',
  ].join('\n')
}

const FONT =
  'font-family:system-ui,-apple-system,Segoe UI,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px'

/** Foreign text as HTML, in one line of at most `most` characters. */
export const text = (foreign: string, most: number): string =>
  writeWithin(oneLine(foreign, most), most * 6, escapeHtml)

export const paragraph = (html: string): string =>
  `<p style="margin:0 0 12px;overflow-wrap:anywhere">${html}</p>`

export const small = (html: string): string =>
  `<p style="margin:0 0 4px;font-size:13px;line-height:18px">${html}</p>`

/** An address of the desk. Any other protocol leads nowhere. */
export function anchor(url: string, written: string, style = ''): string {
  const isWeb = /^https?:\/\//i.test(url)
  return isWeb ? `<a href="${[...url].map(escapeHtml).join('')}"${style}>${written}</a>` : written
}

const BUTTON =
  ' style="display:inline-block;padding:8px 14px;border:1px solid;border-radius:6px;text-decoration:none"'

export const button = (link: { text: string; url: string }): string =>
  anchor(link.url, text(link.text, 100), BUTTON)
