import type { Title } from './title.ts'

/** What one issue is found by, at most: messages of thousands of kinds are no help in finding it. */
const MOST_LINES = 24
const LONGEST_LINE = 500
const HASH_LENGTH = 8

/**
 * The lines of titles that are new to an issue, with their hashes; `known` has those of its other lines. Lines that differ in
 * words with digits only are one, so a message with an id is indexed once and not with each event.
 */
export function newSearchLines(titles: readonly Title[], known: string): { lines: string[]; hashes: string } {
  const lines: string[] = []
  const hashes: string[] = []
  let last: Partial<Title> = {}
  for (const title of titles) {
    for (const part of ['type', 'value', 'culprit'] as const) {
      if (title[part] === '' || title[part] === last[part]) continue
      if (known.length + hashes.length * HASH_LENGTH >= MOST_LINES * HASH_LENGTH) break
      const line = title[part].slice(0, LONGEST_LINE)
      const hash = hashOf(withoutIds(line))
      if (hasHash(known, hash) || hashes.includes(hash)) continue
      lines.push(line)
      hashes.push(hash)
    }
    last = title
  }
  return { lines, hashes: hashes.join('') }
}

function hasHash(hashes: string, hash: string): boolean {
  for (let index = 0; index < hashes.length; index += HASH_LENGTH) {
    if (hashes.startsWith(hash, index)) return true
  }
  return false
}

/** Begins at words' beginnings only, which keeps it linear. */
function withoutIds(line: string): string {
  return line.replaceAll(/\b\w*\d\w*/g, '')
}

/** FNV-1a over UTF-16 units, as hex. */
function hashOf(text: string): string {
  let bits = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  }
  return (bits >>> 0).toString(16).padStart(HASH_LENGTH, '0')
}
