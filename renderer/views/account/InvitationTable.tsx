import { Form } from '#renderer/forms/Form.tsx'
import { roleNames, pending as say } from '#renderer/texts/account/invitations.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { Invitation } from '#server/models/accounts/links.ts'
import styles from './account.module.css'

interface InvitationTableProps {
  invitations: readonly Invitation[]
  now: number
}

/** Who was invited and has not come yet, with a new link or none for each. */
export function InvitationTable({ invitations, now }: InvitationTableProps) {
  return (
    <Section title={say.title} note={invitations.length === 0 ? say.none : undefined}>
      {invitations.length > 0 && (
        <Table className={styles.table} rows={invitations} keyOf={({ id }) => id} columns={columns(now)} />
      )}
    </Section>
  )
}

function columns(now: number): Column<Invitation>[] {
  return [
    {
      key: 'who',
      head: say.who,
      isRowHead: true,
      cell: ({ email, role, teams }) => (
        <>
          <bdi>{email}</bdi>
          <span className={styles.detail}>{[roleNames[role], ...teams].join(' · ')}</span>
        </>
      ),
    },
    {
      key: 'by',
      head: say.by,
      cell: ({ invitedBy }) => <bdi>{invitedBy ?? say.command}</bdi>,
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
          <Button name="change" value="renew" aria-label={say.renewOf(email)}>
            {say.renew}
          </Button>
          <Button name="change" value="revoke" aria-label={say.revokeOf(email)}>
            {say.revoke}
          </Button>
        </Form>
      ),
    },
  ]
}
