import { Form } from '#renderer/forms/Form.tsx'
import { sessions as say } from '#renderer/texts/account/own-account.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { OwnSession } from '#server/models/accounts/own.ts'
import styles from './account.module.css'

/** One's own sessions, with this one first. */
export function SessionSection({ sessions, now }: { sessions: readonly OwnSession[]; now: number }) {
  const hasOthers = sessions.length > 1
  return (
    <Section
      title={say.title}
      aside={
        hasOthers && (
          <Form>
            <Button name="change" value="end-others">
              {say.endOthers}
            </Button>
          </Form>
        )
      }
    >
      <Table className={styles.table} rows={sessions} keyOf={({ id }) => id} columns={columns(now)} />
    </Section>
  )
}

function columns(now: number): Column<OwnSession>[] {
  return [
    {
      key: 'device',
      head: say.device,
      isRowHead: true,
      cell: ({ device, isThis }) => (
        <>
          <bdi>{device ?? say.unknownDevice}</bdi> {isThis && <Tag>{say.here}</Tag>}
        </>
      ),
    },
    { key: 'ip', head: say.ip, cell: ({ ip }) => <code>{ip ?? say.unknownIp}</code>, isHiddenOnPhone: true },
    {
      key: 'began',
      head: say.began,
      cell: ({ startedAt }) => <Time time={startedAt} now={now} />,
      isHiddenOnPhone: true,
    },
    { key: 'used', head: say.used, cell: ({ lastUsedAt }) => <Time time={lastUsedAt} now={now} /> },
    {
      key: 'end',
      head: <span className="visually-hidden">{say.act}</span>,
      cell: ({ id, device, isThis }) =>
        !isThis && (
          <Form className={styles.act}>
            <input type="hidden" name="session" value={id} />
            <Button name="change" value="end-session" aria-label={say.endOf(device ?? say.unknownDevice)}>
              {say.end}
            </Button>
          </Form>
        ),
    },
  ]
}
