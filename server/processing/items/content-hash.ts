import { createHash } from 'node:crypto'

/**
 * Logs and metrics have no ids, so that a repeat can be told only by what they say. Those of one item that say exactly
 * the same are told apart by their order in it. 48 bits, in a number that SQLite and JavaScript both hold exactly: they
 * need to differ among what bears the same microsecond only.
 */
export function withContentHashes<T extends object>(records: T[]): (T & { contentHash: number })[] {
  const seen = new Map<string, number>()
  return records.map((record) => {
    const content = JSON.stringify(record)
    const ordinal = seen.get(content) ?? 0
    seen.set(content, ordinal + 1)
    return { ...record, contentHash: hash48(`${ordinal} ${content}`) }
  })
}

function hash48(text: string): number {
  return createHash('sha1').update(text).digest().readUIntBE(0, 6)
}
