import { limits } from '#server/protocol/limits.ts'

/** A field of a form. One without a file's name is a text. */
export interface FormPart {
  name: string
  filename?: string
  contentType?: string
  /** A view into the body. */
  bytes: Uint8Array
}

/** The sender's mistake; its message goes back to the sender. */
export class MalformedForm extends Error {}

/** A boundary has 70 characters at most: https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1 */
const BOUNDARY = /;[ \t]?boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/i

export function boundaryOf(contentType = ''): string | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined
  const found = BOUNDARY.exec(contentType)
  return found?.[1] ?? found?.[2]
}

/**
 * Reads a whole body of https://www.rfc-editor.org/rfc/rfc7578 in one pass. The form parsers of Node and Fastify are
 * asynchronous, and bodies are parsed where nothing waits.
 */
export function parseMultipart(body: Uint8Array, boundary: string): FormPart[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength) // Its search is many times as fast.
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const parts: FormPart[] = []
  // The first line may follow a preamble, or begin the body.
  let line = bytes.indexOf(delimiter.subarray(2)) - 2
  if (line < -2) throw new MalformedForm('Cannot read form: its boundary is not in the body')
  while (!isAt(bytes, line + delimiter.length, '--')) {
    if (parts.length === limits.itemsPerEnvelope) {
      throw new MalformedForm(`Cannot read form: it has more than ${limits.itemsPerEnvelope} fields`)
    }
    const start = lineEndAfter(bytes, line + delimiter.length)
    const end = bytes.indexOf(delimiter, start - 2)
    if (end === -1) throw new MalformedForm('Cannot read form: a field does not end')
    const part = parsePart(bytes.subarray(start, Math.max(start, end)))
    if (part) parts.push(part)
    line = end
  }
  return parts
}

function isAt(bytes: Buffer, at: number, text: string): boolean {
  return bytes.toString('latin1', at, at + text.length) === text
}

/** Nothing but blanks may follow a boundary. */
function lineEndAfter(bytes: Buffer, at: number): number {
  let end = at
  while (bytes[end] === 0x20 || bytes[end] === 0x09) end++
  if (isAt(bytes, end, '\r\n')) return end + 2
  throw new MalformedForm('Cannot read form: no line break follows its boundary')
}

/** Undefined for a part that is no field. */
function parsePart(bytes: Buffer): FormPart | undefined {
  const head = bytes.subarray(0, limits.headerLineBytes)
  const headEnd = head.indexOf('\r\n\r\n')
  if (headEnd === -1) throw new MalformedForm('Cannot read form: the headers of a field do not end')
  const headers = new Map<string, string>()
  for (const line of head.toString('utf8', 0, headEnd).split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  const { name, filename } = parametersOf(headers.get('content-disposition') ?? '')
  if (name === undefined) return undefined
  const contentType = headers.get('content-type')
  return {
    name,
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType }),
    bytes: bytes.subarray(headEnd + 4),
  }
}

/** Sticky, and given up where it does not match: the header is read once. */
const PARAMETER = /;[ \t]*([a-z*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))[ \t]*/iy

function parametersOf(disposition: string): { name?: string; filename?: string } {
  const found = new Map<string, string>()
  PARAMETER.lastIndex = Math.max(0, disposition.indexOf(';'))
  for (let match = PARAMETER.exec(disposition); match; match = PARAMETER.exec(disposition)) {
    const value = match[2]?.replaceAll('\\"', '"') ?? match[3] ?? ''
    found.set((match[1] ?? '').toLowerCase(), value)
  }
  const [name, filename] = [found.get('name'), found.get('filename')]
  return {
    ...(name === undefined ? {} : { name }),
    ...(filename === undefined ? {} : { filename }),
  }
}
