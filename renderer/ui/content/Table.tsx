import type { ComponentProps, Key, ReactNode } from 'react'
import styles from './Table.module.css'

export interface Column<Row> {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Aligns numbers at the end of the cell, in digits of equal width. */
  isNumber?: boolean
  /** Hides the column on phones. */
  isHiddenOnPhone?: boolean
  /** The cells of this column are the headings of their rows. */
  isRowHead?: boolean
  /** The rows are sorted by this column. */
  order?: 'ascending' | 'descending' | undefined
  /** Marks a value as nothing, as a reason to worry or as the maximum. */
  markOf?: (row: Row) => Mark | undefined
  className?: string | undefined
}

type Mark = 'none' | 'alarm' | 'full'

type RowAttributes = ComponentProps<'tr'> & { [name: `data-${string}`]: string | undefined }

interface TableLook {
  /** The row under the pointer has another background. */
  hasHover?: boolean
  /** The headings set the width of the columns, whatever the cells contain. */
  isFixed?: boolean
  /** Each row is a link: this turns on both of the above, and the link of the first cell fills that cell. */
  isList?: boolean
  className?: string | undefined
}

interface TableProps<Row> extends TableLook {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  rowAttributes?: (row: Row) => RowAttributes
  caption?: string | undefined
  /** Replaces the table when it has no rows. */
  empty?: string
}

/** A table that is described by its columns. It needs no script and has no state. */
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

/** The attributes that all cells of a column share, including its heading. */
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
