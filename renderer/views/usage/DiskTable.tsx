import { formatNumber } from '#renderer/format/format.ts'
import { formatBytes } from '#renderer/format/format-bytes.ts'
import * as say from '#renderer/texts/account/usage.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { StorageUse } from '#server/store/maintenance/storage-use.ts'
import styles from './UsageTable.module.css'

const project: Column<StorageUse> = {
  key: 'project',
  head: say.heads.project,
  isRowHead: true,
  cell: ({ projectSlug }) => <code>{projectSlug}</code>,
}

/** Shows what uses the disk. For a single project its name is left out. */
export function DiskTable({ use, isOfOne = false }: { use: readonly StorageUse[]; isOfOne?: boolean }) {
  if (use.length === 0) return null
  const most = Math.max(1, ...use.map(({ bytes }) => bytes))
  return (
    <Section title={say.disk}>
      <Table
        className={styles.table}
        rows={use}
        keyOf={({ projectSlug, category }) => `${projectSlug} ${category}`}
        columns={[
          ...(isOfOne ? [] : [project]),
          { key: 'kind', head: say.heads.kind, isRowHead: isOfOne, cell: (row) => say.stored[row.category] },
          { key: 'items', head: say.heads.items, isNumber: true, cell: (row) => formatNumber(row.quantity) },
          { key: 'size', head: say.heads.size, isNumber: true, cell: (row) => formatBytes(row.bytes) },
          {
            key: 'share',
            head: <span className="visually-hidden">{say.heads.share}</span>,
            isHiddenOnPhone: true,
            className: styles.share,
            cell: (row) => (
              <span
                className={styles.bar}
                style={{ inlineSize: `${Math.max(1, (row.bytes / most) * 100)}%` }}
                data-bar
                aria-hidden="true"
              />
            ),
          },
        ]}
      />
    </Section>
  )
}
