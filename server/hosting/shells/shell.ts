import type { RenderedPage } from '#server/hosting/vike.ts'
import type { RenderSlots } from '#server/hosting/visit.ts'
import type { Markup, PageSlots } from './page-slots.ts'

/** A document that is cut where requests differ: text, slot, text, and so on. */
export interface PageShell {
  parts: Part[]
  /** The texts of the document. */
  bytes: Uint8Array[]
  headers: [string, string][]
  render: RenderSlots
}

type Part = string | Slot
export type Slot = keyof PageSlots | 'nonce' | 'data' | `param:${string}`

/** A document that Vike made with tokens that cannot be guessed. */
export interface PageSample {
  page: RenderedPage
  tokens: ReadonlyMap<Slot, string>
  render: RenderSlots
}

/**
 * Returns the shell that two specimens share. They were made with different tokens, so any other difference between
 * them depends on something that a shell must not hold. Throws the reason if there is one.
 */
export function toShell(one: PageSample, other: PageSample): PageShell {
  const [shell, same] = [one, other].map(cut)
  if (shell === undefined || JSON.stringify(shell) !== JSON.stringify(same)) {
    throw new Error('its document differs between two renders')
  }
  const texts = shell.parts.filter(isText)
  return { ...shell, bytes: texts.map((text) => Buffer.from(text)), render: one.render }
}

function cut({ page, tokens }: PageSample): Pick<PageShell, 'parts' | 'headers'> {
  const { statusCode, body, headers } = page
  if (statusCode !== 200) throw new Error(`Vike answers it with status ${statusCode}`)
  if (typeof body !== 'string') throw new Error('its document is a stream')
  const slots = new Map<string, Slot>()
  for (const [slot, token] of tokens) slots.set(slot === 'data' ? `"${token}"` : token, slot)
  const parts = body
    .split(new RegExp(`(${[...slots.keys()].join('|')})`))
    .map((text, index) => (index % 2 === 0 ? text : (slots.get(text) ?? text)))
  requireSlots(parts, tokens)
  requireNoToken([...parts.filter(isText), ...headers.flat()], tokens)
  return { parts, headers }
}

/** Texts and slots take turns. */
function isText(_part: Part, index: number): boolean {
  return index % 2 === 0
}

/** Each slot appears once; the title a second time for link previews, the nonce on every script. */
function requireSlots(parts: Part[], tokens: PageSample['tokens']): void {
  for (const slot of tokens.keys()) {
    const count = parts.filter((part, index) => index % 2 === 1 && part === slot).length
    const most = slot === 'nonce' ? Number.POSITIVE_INFINITY : slot === 'title' ? 2 : 1
    if (count < 1 || count > most) throw new Error(`its document has the ${slot} ${count} times`)
  }
}

function requireNoToken(texts: string[], tokens: PageSample['tokens']): void {
  for (const [slot, token] of tokens) {
    // JSON or an address may have encoded the token.
    if (texts.some((text) => text.includes(token)))
      throw new Error(`its document holds the ${slot} elsewhere`)
  }
}

/** The document for one request, as UTF-8. */
export function fillShell(
  { parts, bytes }: PageShell,
  values: (slot: Slot) => string | Markup,
): Buffer<ArrayBuffer> {
  const document: Uint8Array[] = []
  const add = (piece: string | Uint8Array) => {
    document.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
  }
  for (let index = 0; index < bytes.length; index++) {
    add(bytes[index] ?? '')
    const slot = parts[2 * index + 1] as Slot | undefined // texts and slots take turns
    const value = slot === undefined ? '' : values(slot)
    if (typeof value === 'string') add(value)
    else value.forEach(add)
  }
  return Buffer.concat(document)
}
