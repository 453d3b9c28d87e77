import * as say from '#renderer/texts/account/usage.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import type { LimitState } from '#server/desk/projects/outcomes.ts'
import styles from './UsageTable.module.css'

const columns: readonly Column<LimitState>[] = [
  {
    key: 'project',
    head: say.heads.project,
    isRowHead: true,
    cell: ({ projectSlug, keyName }) => (
      <>
        <code>{projectSlug}</code>
        {keyName !== null && <code> {keyName}…</code>}
      </>
    ),
  },
  { key: 'limit', head: say.heads.limit, cell: ({ per, quantity }) => say.window(per, quantity) },
  {
    key: 'of',
    head: say.heads.of,
    cell: ({ category }) => (category === null ? say.everything : say.categories[category]),
  },
  {
    key: 'taken',
    head: say.heads.inWindow,
    cell: ({ taken, quantity }) => say.taken(taken, quantity),
    markOf: ({ taken, quantity }) => (taken !== null && taken >= quantity ? 'full' : undefined),
  },
]

export function LimitTable({ limits }: { limits: readonly LimitState[] }) {
  return (
    <Table
      className={styles.table}
      rows={limits}
      keyOf={({ projectSlug, per, category, keyName }) => `${projectSlug} ${per} ${category} ${keyName}`}
      columns={columns}
    />
  )
}
