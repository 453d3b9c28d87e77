import { Form } from '#renderer/forms/Form.tsx'
import { mail, ways as say } from '#renderer/texts/notifications/notifications.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import account from '#renderer/views/account/account.module.css'
import type { NoticeReason, NoticeWay } from '#server/models/alerts/notices.ts'
import type { OwnNotifications } from '#server/models/alerts/own-notifications.ts'
import styles from './notifications.module.css'

const REASONS: readonly NoticeReason[] = ['mentioned', 'assigned', 'subscribed', 'rules']
const WAYS: readonly NoticeWay[] = ['mail', 'push']

/** A box for each reason and way. */
export function WaysSection({ own }: { own: OwnNotifications }) {
  const { choices, hasMail, email } = own
  return (
    <Section title={say.title}>
      <Form>
        <Table
          className={account.table}
          rows={REASONS}
          keyOf={(reason) => reason}
          columns={columnsOf(choices.ways)}
        />
        <p className={styles.foot}>
          <Button weight="main" name="change" value="ways">
            {say.save}
          </Button>
          <span>{hasMail ? mail.to(email) : mail.none}</span>
        </p>
      </Form>
      {choices.isMailOff && (
        <Form className={styles.foot}>
          <span>{mail.off}</span>
          <Button name="change" value="begin-mail">
            {mail.begin}
          </Button>
        </Form>
      )}
    </Section>
  )
}

function columnsOf(chosen: OwnNotifications['choices']['ways']): Column<NoticeReason>[] {
  return [
    {
      key: 'about',
      head: say.about,
      isRowHead: true,
      cell: (reason) => (
        <>
          {say.reasons[reason]}
          <span className={account.detail}>{say.meanings[reason]}</span>
        </>
      ),
    },
    ...WAYS.map((way) => ({
      key: way,
      head: say.names[way],
      className: styles.box,
      cell: (reason: NoticeReason) => (
        <input
          key={String(chosen[reason].includes(way))}
          type="checkbox"
          name={`${reason}-${way}`}
          defaultChecked={chosen[reason].includes(way)}
          aria-label={say.box(say.reasons[reason], say.names[way])}
        />
      ),
    })),
  ]
}
