import { Fragment } from 'react'
import { formatNumber } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/account/usage.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import type { ReasonRow } from './pivot.ts'
import styles from './UsageTable.module.css'

const columns: readonly Column<ReasonRow>[] = [
  {
    key: 'reason',
    head: say.heads.reason,
    isRowHead: true,
    cell: ({ reason }) => (
      <code>
        <bdi>
          {reason.split(/(?<=_)/).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one word, in order
            <Fragment key={index}>
              {index > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
        </bdi>
      </code>
    ),
  },
  { key: 'became', head: say.heads.became, cell: ({ outcome }) => say.outcomes[outcome] },
  { key: 'kind', head: say.heads.kind, cell: ({ category }) => say.categories[category] },
  { key: 'items', head: say.heads.items, isNumber: true, cell: ({ quantity }) => formatNumber(quantity) },
]

export function ReasonTable({ rows }: { rows: readonly ReasonRow[] }) {
  return <Table className={styles.table} rows={rows} keyOf={({ key }) => key} columns={columns} />
}
