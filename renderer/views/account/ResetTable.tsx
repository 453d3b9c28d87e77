import { Form } from '#renderer/forms/Form.tsx'
import { pending, resets as say } from '#renderer/texts/account/invitations.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { Reset } from '#server/models/accounts/links.ts'
import styles from './account.module.css'

/** Who may choose a new password by a link; each can be revoked. */
export function ResetTable({ resets, now }: { resets: readonly Reset[]; now: number }) {
  return (
    <Section title={say.title}>
      <Table className={styles.table} rows={resets} keyOf={({ id }) => id} columns={columns(now)} />
    </Section>
  )
}

function columns(now: number): Column<Reset>[] {
  return [
    { key: 'who', head: say.who, isRowHead: true, cell: ({ email }) => <bdi>{email}</bdi> },
    {
      key: 'by',
      head: say.by,
      cell: ({ madeBy }) => <bdi>{madeBy ?? pending.command}</bdi>,
      isHiddenOnPhone: true,
    },
    {
      key: 'expires',
      head: say.expires,
      cell: ({ expiresAt }) => <Time time={expiresAt} now={now} />,
      isHiddenOnPhone: true,
    },
    {
      key: 'act',
      head: <span className="visually-hidden">{say.act}</span>,
      cell: ({ id, email }) => (
        <Form className={styles.act}>
          <input type="hidden" name="id" value={id} />
          <Button name="change" value="revoke-reset" aria-label={say.revokeOf(email)}>
            {say.revoke}
          </Button>
        </Form>
      ),
    },
  ]
}
