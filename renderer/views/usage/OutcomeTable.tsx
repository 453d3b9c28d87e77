import { formatNumber } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/account/usage.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { OUTCOME_ORDER, type OutcomeRow } from './pivot.ts'
import styles from './UsageTable.module.css'

/** One column for each outcome, where the first one is always shown. */
export function OutcomeTable({
  head,
  rows,
  isCode = false,
}: {
  head: string
  rows: readonly OutcomeRow[]
  isCode?: boolean
}) {
  const happened = OUTCOME_ORDER.map((outcome, index) => ({ outcome, index })).filter(
    ({ index }) => index === 0 || rows.some(({ quantities }) => (quantities[index] ?? 0) > 0),
  )
  return (
    <div className={styles.scroll}>
      <Table
        className={styles.table}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          {
            key: 'name',
            head,
            isRowHead: true,
            className: isCode ? styles.code : undefined,
            cell: ({ name }) => <bdi>{name}</bdi>,
          },
          ...happened.map(
            ({ outcome, index }): Column<OutcomeRow> => ({
              key: outcome,
              head: say.columns[outcome],
              isNumber: true,
              cell: ({ quantities }) => formatNumber(quantities[index] ?? 0),
              markOf: ({ quantities }) => (quantities[index] === 0 ? 'none' : undefined),
            }),
          ),
        ]}
      />
    </div>
  )
}
