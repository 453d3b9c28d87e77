import styles from './Table.module.css'

export interface TableLook {
  /** The row that is pointed at has another ground. */
  hasHover?: boolean
  /** The link of a row's first cell fills that cell. */
  hasCellLink?: boolean
  /** Columns are as wide as their heads are told to be, whatever the cells hold. */
  isFixed?: boolean
  className?: string | undefined
}

/** For the list of issues, too, whose rows are its own; apart from Table, which the issues page does not load. */
export function tableClass({ hasHover, hasCellLink, isFixed, className }: TableLook): string | undefined {
  return joinClasses(
    styles.table,
    hasHover && styles.hover,
    hasCellLink && styles.cellLink,
    isFixed && styles.fixed,
    className,
  )
}

export function joinClasses(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
