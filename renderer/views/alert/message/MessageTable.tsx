import { clipText } from '#renderer/format/format.ts'
import { gone, personal, columns as say, test } from '#renderer/texts/alerts/messages.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import stacked from '#renderer/ui/content/stacked.module.css'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { channelPath, messagePath, rulePath } from '#renderer/views/alert/paths.ts'
import type { ListedMessage } from '#server/models/alerts/deliveries.ts'
import { MessageState } from './MessageState.tsx'

interface MessageTableProps {
  messages: readonly ListedMessage[]
  now: number
  /** Only admins see the tries of a message, and a channel's settings. */
  isAdmin: boolean
  /** Left out on the page of a rule. */
  hasRule?: boolean
}

/** The messages, the latest first, with why the latest try of each failed. */
export function MessageTable({ messages, now, isAdmin, hasRule = true }: MessageTableProps) {
  const columns = columnsOf(now, isAdmin).filter(({ key }) => hasRule || key !== 'rule')
  return (
    <Table
      className={`${styles.table} ${stacked.rows}`}
      rows={messages}
      keyOf={({ id }) => id}
      columns={columns}
    />
  )
}

function columnsOf(now: number, isAdmin: boolean): Column<ListedMessage>[] {
  return [
    {
      key: 'message',
      head: say.message,
      isRowHead: true,
      className: styles.wide,
      cell: (message) => <Title message={message} isAdmin={isAdmin} />,
    },
    { key: 'state', head: say.state, cell: ({ state }) => <MessageState state={state} /> },
    {
      key: 'rule',
      head: say.rule,
      cell: ({ rule, isTest, account }) => {
        if (rule === undefined) return account !== undefined ? personal : isTest ? test : gone
        return (
          <a href={rulePath(rule.id)}>
            <bdi>{clipText(rule.name, 60)}</bdi>
          </a>
        )
      },
    },
    { key: 'channel', head: say.channel, cell: (message) => channelOf(message, isAdmin) },
    {
      key: 'created',
      head: say.created,
      isNumber: true,
      cell: ({ createdAt }) => <PageTime time={createdAt} now={now} />,
    },
  ]
}

function Title({
  message: { id, title, reason, state },
  isAdmin,
}: {
  message: ListedMessage
  isAdmin: boolean
}) {
  const text = <bdi>{clipText(title, 200)}</bdi>
  return (
    <>
      {isAdmin ? <a href={messagePath(id)}>{text}</a> : text}
      {reason !== null && state !== 'delivered' && (
        <bdi className={styles.detail}>{clipText(reason, 300)}</bdi>
      )}
    </>
  )
}

function channelOf({ channel, account }: ListedMessage, isAdmin: boolean) {
  if (account !== undefined) return <bdi>{clipText(account, 60)}</bdi>
  if (channel === undefined) return gone
  const name = <bdi>{clipText(channel.name, 60)}</bdi>
  return isAdmin ? <a href={channelPath(channel.id)}>{name}</a> : name
}
