import { clipText } from '#renderer/format/format.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { issuePath } from '#renderer/paths.ts'
import { subscriptions as say } from '#renderer/texts/notifications/notifications.ts'
import stacked from '#renderer/ui/content/stacked.module.css'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import account from '#renderer/views/account/account.module.css'
import type { ListedSubscription } from '#server/models/alerts/own-notifications.ts'

interface SubscriptionSectionProps {
  subscriptions: readonly ListedSubscription[]
  hasMore: boolean
  now: number
}

/** The issues that the viewer follows, each with a button that ends it. */
export function SubscriptionSection({ subscriptions, hasMore, now }: SubscriptionSectionProps) {
  return (
    <Section title={say.title} note={hasMore && say.more(subscriptions.length)}>
      {subscriptions.length === 0 ? (
        <p className={account.note}>{say.none}</p>
      ) : (
        <Table
          className={`${account.table} ${stacked.rows}`}
          rows={subscriptions}
          keyOf={({ issueId }) => issueId}
          columns={columnsOf(now)}
        />
      )}
    </Section>
  )
}

function columnsOf(now: number): Column<ListedSubscription>[] {
  return [
    {
      key: 'issue',
      head: say.issue,
      isRowHead: true,
      cell: ({ issueId, shortId, title }) => (
        <>
          <a href={issuePath(issueId)}>{shortId}</a>
          <bdi className={account.detail}>{clipText(title, 120)}</bdi>
        </>
      ),
    },
    { key: 'project', head: say.project, cell: ({ projectName }) => <bdi>{projectName}</bdi> },
    { key: 'why', head: say.why, cell: ({ isByHand }) => (isByHand ? say.byHand : say.byItself) },
    { key: 'since', head: say.since, cell: ({ at }) => <Time time={at} now={now} /> },
    {
      key: 'end',
      head: <span className="visually-hidden">{say.act}</span>,
      cell: ({ issueId, shortId }) => (
        <Form className={account.act}>
          <input type="hidden" name="issue" value={issueId} />
          <Button name="change" value="unsubscribe" aria-label={say.endOf(shortId)}>
            {say.end}
          </Button>
        </Form>
      ),
    },
  ]
}
