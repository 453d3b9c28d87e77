import type { Generated } from 'kysely'

/** Tables that SQLite does not have, because one process keeps the same in its memory. */
export type MemoryTables = {
  form_memory: {
    id: string
    number: Generated<number>
    run: string
    ends_at: number
    data: Uint8Array | null
  }
  sign_in_cell: { cell: number; dry_at: number }
  limit_count: { name: string; start: number; ends_at: number; taken: number }
  lease: { name: string; holder: string; ends_at: number }
}
