import { formatNumber } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/account/usage.ts'
import { OUTCOME_ORDER, type OutcomeRow } from './pivot.ts'
import styles from './UsageTable.module.css'

/** Columns for what happened; the first one always. */
export function OutcomeTable({
  head,
  rows,
  isCode = false,
}: {
  head: string
  rows: readonly OutcomeRow[]
  isCode?: boolean
}) {
  const columns = OUTCOME_ORDER.map((outcome, index) => ({ outcome, index })).filter(
    ({ index }) => index === 0 || rows.some(({ quantities }) => (quantities[index] ?? 0) > 0),
  )
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map(({ outcome }) => (
              <th key={outcome} scope="col" className={styles.number}>
                {say.columns[outcome]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, quantities }) => (
            <tr key={name}>
              <th scope="row" data-code={isCode || undefined}>
                <bdi>{name}</bdi>
              </th>
              {columns.map(({ outcome, index }) => (
                <td key={outcome} className={styles.number} data-none={quantities[index] === 0 || undefined}>
                  {formatNumber(quantities[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
