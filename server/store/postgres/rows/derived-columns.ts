import { formatVector } from '#server/store/postgres/search-texts.ts'
import type { Table } from '#server/store/rows/table.ts'
import type { Row } from './join-rows.ts'

/** The table with the columns that only PostgreSQL has: an issue's text is stored together with its index. */
export function withDerived(table: Table): Table {
  return hasText(table) ? { ...table, replace: [...table.replace, 'search'] } : table
}

export function deriveColumns(table: Table, rows: readonly Row[]): readonly Row[] {
  return hasText(table) ? rows.map((row) => ({ ...row, search: formatVector(String(row.text)) })) : rows
}

function hasText({ name, replace }: Table): boolean {
  return name === 'issue_text' && replace.includes('text')
}
