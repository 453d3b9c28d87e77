import type { Cell, Row } from '#server/search/tables/table-search.ts'
import { parseFunction, type TableFunction } from './functions.ts'

/** Which columns a table has, and how it is sorted. */
export interface Table {
  columns: { name: string; call: TableFunction | undefined }[]
  sort: { name: string; isDescending: boolean }
  isGrouped: boolean
}

const MOST_COLUMNS = 50

/** Reads `field`, which is given once for each column, and `sort`. */
export function parseTable(
  query: Record<string, unknown>,
  defaults: readonly string[],
): Table | { refusal: string } {
  const given = [query.field ?? defaults].flat()
  const names = given.filter((name) => typeof name === 'string' && name !== '') as string[] // as filtered
  if (names.length === 0 || names.length < given.length) return { refusal: 'each field must have a name' }
  if (names.length > MOST_COLUMNS) return { refusal: `there are more than ${MOST_COLUMNS} fields` }
  const columns: Table['columns'] = []
  for (const name of new Set(names.flatMap(withIssueId))) {
    const call = parseFunction(name)
    if (typeof call === 'object') return call
    columns.push({ name, call })
  }
  const isGrouped = columns.some(({ call }) => call)
  if (!isGrouped && !columns.some(({ name }) => name === 'id'))
    columns.unshift({ name: 'id', call: undefined })
  const { sort = '' } = query
  if (typeof sort !== 'string') return { refusal: 'sort can be given only once' }
  const order = parseSort(sort, columns, isGrouped)
  return order
    ? { columns, sort: order, isGrouped }
    : { refusal: `sort is ${JSON.stringify(sort)}, which is not one of the fields` }
}

/** Clients that ask for an issue expect its number too. */
function withIssueId(name: string): string[] {
  return name === 'issue' ? ['issue', 'issue.id'] : [name]
}

/** Rows are sorted by any field, groups by a column; `-count` stands for `-count()`, as Sentry takes it. */
function parseSort(sort: string, columns: Table['columns'], isGrouped: boolean): Table['sort'] | undefined {
  if (sort === '') {
    const name = isGrouped ? columns.find(({ call }) => call)?.name : 'timestamp'
    return name === undefined ? undefined : { name, isDescending: true }
  }
  const isDescending = sort.startsWith('-')
  const asked = isDescending ? sort.slice(1) : sort
  const found =
    columns.find(({ name }) => name === asked) ?? columns.find(({ name }) => plain(name) === plain(asked))
  if (found) return { name: found.name, isDescending }
  return isGrouped || asked.includes('(') ? undefined : { name: asked, isDescending }
}

function plain(name: string): string {
  return name
    .replaceAll(/[^a-z0-9]/gi, ' ')
    .trim()
    .replaceAll(' ', '_')
}

/** Makes the lines of a table: one for each row, or one for each group of rows with the same fields. */
export function fillTable(rows: readonly Row[], { columns, sort, isGrouped }: Table, periodMs: number) {
  const lines = isGrouped
    ? groupRows(rows, columns, periodMs)
    : rows.map((row) => lineOf(row, columns, sort.name))
  const sign = sort.isDescending ? -1 : 1
  lines.sort((a, b) => compareCells(a.key(sort.name), b.key(sort.name), sign))
  return lines.map(({ cells }) => cells)
}

interface Line {
  cells: Record<string, Cell>
  key(name: string): Cell
}

function lineOf(row: Row, columns: Table['columns'], sortName: string): Line {
  const cells = Object.fromEntries(columns.map(({ name }) => [name, row(name)]))
  return { cells, key: (name) => (name === sortName ? row(name) : null) }
}

function groupRows(rows: readonly Row[], columns: Table['columns'], periodMs: number): Line[] {
  const plainColumns = columns.filter(({ call }) => !call)
  const keyOf = (row: Row) => JSON.stringify(plainColumns.map(({ name }) => row(name)))
  const groups = Map.groupBy(rows, keyOf)
  if (plainColumns.length === 0 && groups.size === 0) groups.set('[]', []) // counts of nothing are a line too
  return [...groups.values()].map((group) => {
    const cells = Object.fromEntries(
      columns.map(({ name, call }) => [name, call ? call(group, periodMs) : (group[0]?.(name) ?? null)]),
    )
    return { cells, key: (name) => cells[name] ?? null }
  })
}

/** What is missing comes last, whichever way the others are sorted. */
function compareCells(a: Cell, b: Cell, sign: 1 | -1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (a === b) return 0
  return (a < b ? -1 : 1) * sign
}

/** Sentry's names of the columns' types. */
export function typesOf({ columns }: Table, lines: readonly Record<string, Cell>[]): Record<string, string> {
  return Object.fromEntries(
    columns.map(({ name }) => [
      name,
      typeOfCell(name, lines.find((line) => line[name] !== null)?.[name] ?? null),
    ]),
  )
}

export function typeOfCell(name: string, cell: Cell): string {
  if (/^(?:timestamp$|received$|first_seen\(|last_seen\()/.test(name)) return 'date'
  if (/^(count|count_unique|failure_count)\(/.test(name)) return 'integer'
  if (/^failure_rate\(/.test(name)) return 'percentage'
  if (/^(epm|eps)\(/.test(name)) return 'rate'
  if (/duration/.test(name) || /^(p\d+|avg|sum|min|max|percentile)\(\)$/.test(name)) return 'duration'
  return typeof cell === 'number' || typeof cell === 'boolean' ? typeof cell : 'string'
}
