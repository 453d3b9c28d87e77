import { clipText } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/account/audit.ts'
import stacked from '#renderer/ui/content/stacked.module.css'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { AuditEntry } from '#server/models/accounts/audit.ts'
import styles from './Audit.module.css'

/** An entry with its details as a text. */
type ShownEntry = Omit<AuditEntry, 'details'> & { details: string }

export function AuditTable({ entries, now }: { entries: ShownEntry[]; now: number }) {
  return (
    <Table
      className={`${styles.table} ${stacked.rows}`}
      rows={entries}
      keyOf={({ id }) => String(id)}
      columns={columns(now)}
    />
  )
}

function columns(now: number): Column<ShownEntry>[] {
  return [
    { key: 'when', head: say.when, className: styles.when, cell: ({ at }) => <Time time={at} now={now} /> },
    { key: 'who', head: say.who, isRowHead: true, cell: ({ actor }) => <bdi>{clipText(actor, 120)}</bdi> },
    {
      key: 'what',
      head: say.what,
      cell: ({ action, target, details }) => (
        <>
          {say.isAuditAction(action) ? say.actions[action] : action}{' '}
          <bdi className={styles.target}>{clipText(target, 200)}</bdi>
          {details !== '' && <span className={styles.detail}>{clipText(details, 300)}</span>}
        </>
      ),
    },
    {
      key: 'where',
      head: say.where,
      className: styles.where,
      cell: ({ ip }) =>
        ip === null ? <span className={styles.unknown}>{say.unknownPlace}</span> : <bdi>{ip}</bdi>,
    },
  ]
}
