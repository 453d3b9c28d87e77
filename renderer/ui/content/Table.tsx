import type { ComponentProps, Key, ReactNode } from 'react'
import styles from './Table.module.css'

export interface Column<Row> {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end of their cells, in digits of one width. */
  isNumber?: boolean
  /** A phone leaves the column out. */
  isHiddenOnPhone?: boolean
  /** Its cells say what their rows are of. */
  isRowHead?: boolean
  /** The rows are in the order of this column. */
  order?: 'ascending' | 'descending' | undefined
  /** What a cell's value amounts to: nothing, a reason to worry, all that there may be. */
  markOf?: (row: Row) => Mark | undefined
  className?: string | undefined
}

type Mark = 'none' | 'alarm' | 'full'

type RowAttributes = ComponentProps<'tr'> & { [name: `data-${string}`]: string | undefined }

interface TableLook {
  /** The row that is pointed at has another ground. */
  hasHover?: boolean
  /** Columns are as wide as their heads are told to be, whatever the cells hold. */
  isFixed?: boolean
  /** Each row leads on: both of the above, and the link of its first cell fills that cell. */
  isList?: boolean
  className?: string | undefined
}

interface TableProps<Row> extends TableLook {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  rowAttributes?: (row: Row) => RowAttributes
  caption?: string | undefined
  /** Stands in the table's place where it has no rows. */
  empty?: string
}

/** A table whose columns are data. It needs no script and remembers nothing. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, keyOf, rowAttributes, caption, empty } = props
  if (rows.length === 0 && empty !== undefined) return <p className={styles.empty}>{empty}</p>
  const placed = columns.map((column) => ({ ...column, place: placeOf(column) }))
  return (
    <table className={tableClass(props)}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {placed.map(({ key, head, order, place }) => (
            <th key={key} scope="col" aria-sort={order} {...place}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...rowAttributes?.(row)}>
            {placed.map(({ key, cell, isRowHead, markOf, place }) =>
              isRowHead ? (
                <th key={key} scope="row" {...place}>
                  {cell(row)}
                </th>
              ) : (
                <td key={key} {...place} {...attributeOf(markOf?.(row))}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function tableClass({ hasHover, isFixed, isList, className }: TableLook) {
  const looks = [hasHover && styles.hover, isFixed && styles.fixed, isList && styles.list]
  return joinClasses(styles.table, ...looks, className)
}

/** What all cells of a column have, its head too. */
function placeOf({
  isNumber,
  isHiddenOnPhone,
  className,
}: Pick<Column<never>, 'isNumber' | 'isHiddenOnPhone' | 'className'>) {
  return {
    className: joinClasses(isNumber && styles.number, className),
    'data-spare': isHiddenOnPhone || undefined,
  }
}

function attributeOf(mark: Mark | undefined): object | undefined {
  return mark && { [`data-${mark}`]: true }
}

function joinClasses(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
