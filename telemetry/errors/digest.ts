import type { RandomBytes } from '../random.ts'
import { exceptionsFromThrown, type TelemetryException } from './event.ts'
import type { StackFrame, StackOptions } from './thrown/stacktrace.ts'

/**
 * The parts of a text that is one of our digests: the first half alone, or both halves for one occurrence.
 */
export type ParsedDigest = { kind: 'whole'; digest: string } | { kind: 'prefix'; prefix: string }

export interface DigestOptions extends StackOptions {
  /**
   * Marks where the application ends and its host begins. Frames from there outwards are ignored, so that
   * a failing loader has one digest prefix, whether it ran for a page or for a page's payload.
   */
  isHostFrame?: (frame: StackFrame) => boolean
}

/**
 * Crockford's base32, https://www.crockford.com/base32.html, has no letters that look like digits, and no
 * U.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const HALF_LENGTH = 6
const HALF_BITS = HALF_LENGTH * 5

/**
 * Creates a digest for the error screen, such as `K7Q2MX-4T9ZPA`. The first half is a hash of the error:
 * types, messages with their ids normalized, in-app frames and causes. The same error gives the same half
 * in every process and after every deploy. The second half is random and identifies this occurrence.
 */
export function mintDigest(thrown: unknown, random: RandomBytes, options: DigestOptions = {}): string {
  const exceptions = exceptionsFromThrown(thrown, { type: 'digest', handled: false }, options)
  const prefix = hash(exceptions.map((exception) => digestPrefix(exception, options)).join('\n'))
  const bytes = random(4)
  const occurrence = bytes.reduce((bits, byte) => (bits << 8) | byte, 0)
  return `${encode(prefix >>> (32 - HALF_BITS))}-${encode(occurrence >>> (32 - HALF_BITS))}`
}

/** Accepts a digest as people type it: lower case, spaces, a missing hyphen, I and L for 1, O for 0. */
export function parseDigest(text: string): ParsedDigest | undefined {
  if (text.length > 100) return undefined
  const code = text
    .replace(/^\s*digest:/i, '')
    .replace(/[\s\-_\u00ad\u2010-\u2015\u2212]/g, '')
    .toUpperCase()
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
  if (!/^[0-9A-HJKMNP-TV-Z]*$/.test(code)) return undefined
  if (code.length === HALF_LENGTH) return { kind: 'prefix', prefix: code }
  if (code.length !== 2 * HALF_LENGTH) return undefined
  return { kind: 'whole', digest: `${code.slice(0, HALF_LENGTH)}-${code.slice(HALF_LENGTH)}` }
}

function digestPrefix(exception: TelemetryException, options: DigestOptions): string {
  return [exception.type, normalizeMessage(exception.value), ...prefixFrames(exception, options)].join('\t')
}

function prefixFrames(exception: TelemetryException, { isHostFrame }: DigestOptions): string[] {
  const parts: string[] = []
  for (const frame of (exception.stacktrace?.frames ?? []).toReversed()) {
    // The frame that threw always counts, because a host has errors of its own.
    if (parts.length > 0 && isHostFrame?.(frame)) break
    if (!frame.in_app) continue
    const part = `${fileName(frame.filename ?? '')}:${functionName(frame.function ?? '')}`
    if (part !== parts.at(-1)) parts.push(part) // Recursion counts once, however deep it went.
  }
  return parts
}

/** Only the base name counts, because directories, extensions and bundlers' hashes differ between deploys. */
function fileName(path: string): string {
  return path
    .replace(/^.*[\\/]/, '')
    .replace(/[?#].*/s, '')
    .replace(/(?:\.[a-z]{1,4}){1,9}$/, '')
    .replace(/[-.]([\w-]{8}|[0-9a-f]{6,40})$/, (whole, tail: string) => (/\d|.[A-Z]/.test(tail) ? '' : whole))
}

/** Only the last part counts: `Module.loader`, `async loader` and `loader$1` are the same function. */
function functionName(name: string): string {
  return name
    .replace(/ \[as [^[\]]*\]$/, '')
    .replace(/\$\d+$/, '')
    .replace(/^.*[.\s/]/s, '')
    .replace(/^<.*>$|^\?$/, '')
}

/** Makes messages equal that differ only in names and ids. */
function normalizeMessage(message: string): string {
  return message
    .replace(/\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s'"<>)]+/gi, '<url>')
    .replace(/(^|[^\w])(?:'[^'\n]{0,400}'|"[^"\n]{0,400}"|`[^`\n]{0,400}`)/g, '$1<text>')
    .replace(/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<date>')
    .replace(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, '<id>')
    .replace(/[\w.+-]{1,64}@[\w.-]{1,255}/g, '<email>')
    .replace(/\b\w{8,}\b/g, (word) => (isId(word) ? '<n>' : word))
    .replace(/\b0x[\da-f]+\b|\d+(?:[.,:]\d+)*/gi, '<n>')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
}

/** Whether a word is hex, or letters with many digits. `ERR_HTTP2_STREAM` is not an id. */
function isId(word: string): boolean {
  const digits = word.match(/\d/g)?.length ?? 0
  return digits >= (/^[\da-f]+$/i.test(word) ? 1 : 3)
}

/** FNV-1a over UTF-16 units, followed by MurmurHash3's finalizer, because FNV mixes its last units badly. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  }
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

function encode(bits: number): string {
  let text = ''
  for (let shift = HALF_BITS - 5; shift >= 0; shift -= 5) text += alphabet.charAt((bits >>> shift) & 31)
  return text
}
