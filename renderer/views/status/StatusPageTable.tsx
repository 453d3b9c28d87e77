import * as say from '#renderer/texts/uptime/status-pages.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { publicStatusPath, statusPagePath } from '#renderer/views/status/paths.ts'
import type { ListedStatusPage } from '#server/models/uptime/status-pages.ts'
import styles from './status.module.css'

/** All status pages; only admins open their settings. */
export function StatusPageTable({
  pages,
  isAdmin,
}: {
  pages: readonly ListedStatusPage[]
  isAdmin: boolean
}) {
  const name: Column<ListedStatusPage> = {
    key: 'page',
    head: say.columns.page,
    isRowHead: true,
    cell: ({ id, title }) => (isAdmin ? <a href={statusPagePath(id)}>{title}</a> : <bdi>{title}</bdi>),
  }
  return <Table className={styles.table} rows={pages} keyOf={({ id }) => id} columns={[name, ...columns]} />
}

const columns: readonly Column<ListedStatusPage>[] = [
  {
    key: 'state',
    head: say.columns.state,
    cell: ({ isEnabled }) => <Tag tone={isEnabled ? 'good' : 'plain'}>{isEnabled ? say.on : say.off}</Tag>,
  },
  {
    key: 'shows',
    head: say.columns.shows,
    isHiddenOnPhone: true,
    cell: ({ itemCount }) => say.shows(itemCount),
  },
  {
    key: 'address',
    head: say.columns.address,
    cell: ({ slug, isEnabled }) => <PublicAddress slug={slug} isEnabled={isEnabled} />,
  },
]

/** A link to the page as strangers see it, which is none of the desk's pages. */
export function PublicAddress({ slug, isEnabled }: { slug: string; isEnabled: boolean }) {
  const path = publicStatusPath(slug)
  if (!isEnabled) return <code>{path}</code>
  return (
    <a href={path} target="_blank" rel="noreferrer">
      <code>{path}</code>
    </a>
  )
}
