import { Form } from '#renderer/forms/Form.tsx'
import * as say from '#renderer/texts/notifications/browsers.ts'
import stacked from '#renderer/ui/content/stacked.module.css'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import account from '#renderer/views/account/account.module.css'
import type { NotifiedBrowser } from '#server/models/alerts/own-notifications.ts'
import { NotifyBrowser } from './NotifyBrowser.tsx'

interface BrowserSectionProps {
  browsers: readonly NotifiedBrowser[]
  /** Undefined where the desk sends nothing. */
  publicKey: string | undefined
  now: number
}

/** The browsers that the viewer is notified in, and a button that adds this one. */
export function BrowserSection({ browsers, publicKey, now }: BrowserSectionProps) {
  const isHere = browsers.some((browser) => browser.isHere)
  return (
    <Section title={say.title} note={say.note}>
      {browsers.length === 0 ? (
        <p className={account.note}>{publicKey === undefined ? say.off : say.none}</p>
      ) : (
        <Table
          className={`${account.table} ${stacked.rows}`}
          rows={browsers}
          keyOf={({ id }) => id}
          columns={columnsOf(now)}
        />
      )}
      {!isHere && publicKey !== undefined && <NotifyBrowser publicKey={publicKey} />}
    </Section>
  )
}

function columnsOf(now: number): Column<NotifiedBrowser>[] {
  const { columns } = say
  return [
    {
      key: 'browser',
      head: columns.browser,
      isRowHead: true,
      cell: ({ name, isHere, isFailing }) => (
        <>
          <bdi>{name}</bdi> {isHere && <Tag>{columns.here}</Tag>}
          {isFailing && <span className={account.detail}>{columns.failing}</span>}
        </>
      ),
    },
    {
      key: 'added',
      head: columns.added,
      cell: ({ createdAt }) => (
        <>
          <span className={stacked.label}>{columns.added} </span>
          <Time time={createdAt} now={now} />
        </>
      ),
    },
    {
      key: 'used',
      head: columns.used,
      cell: ({ lastUsedAt }) => (
        <>
          <span className={stacked.label}>{columns.used} </span>
          {lastUsedAt === null ? columns.never : <Time time={lastUsedAt} now={now} />}
        </>
      ),
    },
    {
      key: 'act',
      head: <span className="visually-hidden">{columns.act}</span>,
      className: account.acts,
      cell: ({ id, name }) => (
        <Form className={account.act}>
          <input type="hidden" name="browser" value={id} />
          <Button name="change" value="test-browser" aria-label={say.testOf(name)}>
            {say.test}
          </Button>
          <Button name="change" value="remove-browser" aria-label={say.removeOf(name)}>
            {say.remove}
          </Button>
        </Form>
      ),
    },
  ]
}
