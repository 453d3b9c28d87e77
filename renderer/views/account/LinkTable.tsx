import type { ReactNode } from 'react'
import { Form } from '#renderer/forms/Form.tsx'
import { madeByCommand } from '#renderer/texts/account/invitations.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import styles from './account.module.css'

/** A link that opens something once. */
export interface ShownLink {
  id: string
  email: string
  /** What else it gives, below the address. */
  detail?: string
  /** Null for a command. */
  madeBy: string | null
  expiresAt: number
}

interface LinkTableProps {
  links: readonly ShownLink[]
  texts: Readonly<Record<'who' | 'by' | 'expires' | 'act', string>>
  /** The buttons of a link's form. */
  buttons: (link: ShownLink) => ReactNode
  now: number
}

/** Links that were made and not used yet: for whom, by whom, and until when. Tables below each other have their columns in line. */
export function LinkTable({ links, texts, buttons, now }: LinkTableProps) {
  return (
    <Table
      className={styles.table}
      rows={links}
      keyOf={({ id }) => id}
      columns={columns({ texts, buttons, now })}
    />
  )
}

function columns({ texts, buttons, now }: Omit<LinkTableProps, 'links'>): Column<ShownLink>[] {
  return [
    {
      key: 'who',
      head: texts.who,
      isRowHead: true,
      cell: ({ email, detail }) => (
        <>
          <bdi>{email}</bdi>
          {detail !== undefined && <span className={styles.detail}>{detail}</span>}
        </>
      ),
    },
    {
      key: 'by',
      head: texts.by,
      className: styles.by,
      cell: ({ madeBy }) => <bdi>{madeBy ?? madeByCommand}</bdi>,
      isHiddenOnPhone: true,
    },
    {
      key: 'expires',
      head: texts.expires,
      className: styles.expires,
      cell: ({ expiresAt }) => <Time time={expiresAt} now={now} />,
      isHiddenOnPhone: true,
    },
    {
      key: 'act',
      head: <span className="visually-hidden">{texts.act}</span>,
      className: styles.acts,
      cell: (link) => (
        <Form className={styles.act}>
          <input type="hidden" name="id" value={link.id} />
          {buttons(link)}
        </Form>
      ),
    },
  ]
}
