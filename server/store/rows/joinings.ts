import type { Table } from './table.ts'

/** What sets each column to what comes of the known value and the given one; empty where the known row stays as it is. */
export function joinings(table: Table, given: (column: string) => string): string {
  const { name, add, least, greatest, replace } = table
  const chosen = (column: string, sign: '<' | '>') => {
    const known = `${name}.${column}`
    return `${column} = case when ${known} ${sign} ${given(column)} then ${known} else ${given(column)} end`
  }
  return [
    ...add.map((column) => `${column} = ${name}.${column} + ${given(column)}`),
    ...least.map((column) => chosen(column, '<')),
    ...greatest.map((column) => chosen(column, '>')),
    ...replace.map((column) => `${column} = ${given(column)}`),
  ].join(', ')
}
