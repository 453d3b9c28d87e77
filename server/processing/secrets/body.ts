import { isDeeperThan } from '#server/processing/pipeline/parse-payload.ts'
import { limits } from '#server/protocol/limits.ts'
import { FILTERED } from './names.ts'
import type { Scrubber } from './scrubber.ts'

/** A request's body or a file, in whatever it is written: JSON, a form in one of two ways, or any text. */
export function scrubBody(text: string, scrubber: Scrubber): string {
  const scrubbed = /^\s*[[{]/.test(text) ? scrubJson(text, scrubber) : undefined
  if (scrubbed !== undefined) return scrubbed
  return scrubber.text(text.includes('form-data') ? scrubParts(text, scrubber) : text)
}

/** Undefined for JSON that is cut off. What holds no secret stays as it was written. */
function scrubJson(text: string, scrubber: Scrubber): string | undefined {
  const parsed = parseJson(text)
  if (parsed === undefined || isDeeperThan(parsed, limits.jsonDepth)) return undefined
  const scrubbed = JSON.stringify(scrubber.value(parsed))
  return scrubbed === JSON.stringify(parsed) ? text : scrubbed
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A part of a multipart form: its name, then a blank line, then its value. */
const PART =
  /(;\s{0,8}name="([^"\r\n]{1,100})"[^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,4}\r?\n\r?\n)([^\r\n]+)/g

function scrubParts(text: string, scrubber: Scrubber): string {
  return text.replace(PART, (whole, head: string, name: string) => {
    return scrubber.isSecretName(name) ? head + FILTERED : whole
  })
}
