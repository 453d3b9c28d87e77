import { Form } from '#renderer/forms/Form.tsx'
import { addresses as say } from '#renderer/texts/account/invitations.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { AddressChange } from '#server/models/accounts/links.ts'
import styles from './account.module.css'

/** The addresses that people ask for, to confirm or to refuse. */
export function AddressTable({ addresses, now }: { addresses: readonly AddressChange[]; now: number }) {
  return (
    <Section title={say.title} note={say.note}>
      <Table className={styles.table} rows={addresses} keyOf={({ id }) => id} columns={columns(now)} />
    </Section>
  )
}

function columns(now: number): Column<AddressChange>[] {
  return [
    {
      key: 'who',
      head: say.who,
      isRowHead: true,
      cell: ({ from }) => <bdi>{from}</bdi>,
    },
    { key: 'to', head: say.to, cell: ({ to }) => <bdi>{to}</bdi> },
    {
      key: 'asked',
      head: say.asked,
      cell: ({ askedAt }) => <Time time={askedAt} now={now} />,
      isHiddenOnPhone: true,
    },
    {
      key: 'act',
      head: <span className="visually-hidden">{say.act}</span>,
      cell: ({ id, to }) => (
        <Form className={styles.act}>
          <input type="hidden" name="id" value={id} />
          <Button name="change" value="confirm" aria-label={say.confirmOf(to)}>
            {say.confirm}
          </Button>
          <Button name="change" value="refuse" aria-label={say.refuseOf(to)}>
            {say.refuse}
          </Button>
        </Form>
      ),
    },
  ]
}
