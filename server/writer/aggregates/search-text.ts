import type { DatabaseSync } from 'node:sqlite'
import type { Title } from '#server/processing/title.ts'
import type { Aggregate, StoredEvent } from './occurrences.ts'

/** What one issue is found by, at most: messages of thousands of kinds are no help in finding it. */
const MOST_LINES = 24
const LONGEST_LINE = 500
const HASH_LENGTH = 8

/**
 * Remembers what an issue's events say, as far as it is new: lines that differ in words with digits only are one, so a
 * message with an id is indexed once and not with each event.
 */
export function createSearchAggregate(connection: DatabaseSync): Aggregate {
  const find = connection.prepare('select text, line_hashes as hashes from issue_text where issue_id = ?')
  const save = connection.prepare(`
    insert into issue_text (issue_id, project_id, text, line_hashes) values (?, ?, ?, ?)
    on conflict (issue_id) do update set text = excluded.text, line_hashes = excluded.line_hashes`)

  return (occurrences) => {
    for (const { issueId, projectId, isNew, events } of occurrences) {
      const known = isNew ? undefined : find.get(issueId)
      const before = String(known?.hashes ?? '')
      const added = newLines(events, before)
      if (added.lines.length === 0) continue
      const text = [...(known ? [String(known.text)] : []), ...added.lines].join('\n')
      save.run(issueId, projectId, text, before + added.hashes)
    }
  }
}

function newLines(events: readonly StoredEvent[], known: string): { lines: string[]; hashes: string } {
  const lines: string[] = []
  const hashes: string[] = []
  let last: Partial<Title> = {}
  for (const {
    event: { title },
  } of events) {
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
