import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Dump } from './dump.ts'

const FILE = new URL('../../fixtures/seeded-day/dump.json.gz', import.meta.url)

/** What the seeded day was when `write-known-dump-process.ts` was run last. */
export function readKnownDump(): Dump {
  return JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as Dump // as writeKnownDump wrote it
}

export function writeKnownDump(dump: Dump): void {
  writeFileSync(FILE, gzipSync(JSON.stringify(dump), { level: 9 }))
}

/** Tells of each table that differs the first row that is gone, and the first that is new. */
export function listDifferences(known: Dump, dump: Dump): string[] {
  return Object.entries(known).flatMap(([table, { columns, rows }]) => {
    const now = dump[table]?.rows ?? []
    const gone = rows.find((row) => !now.includes(row))
    const fresh = now.find((row) => !rows.includes(row))
    if (gone === undefined && fresh === undefined && now.length === rows.length) return []
    return `${table} (${columns.join(', ')}) had ${rows.length} rows and has ${now.length}: was ${gone}, is ${fresh}`
  })
}
