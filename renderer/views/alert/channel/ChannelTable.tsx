import { use } from 'react'
import { clipText, formatNumber } from '#renderer/format/format.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { formatRowTime } from '#renderer/format/reader-time.ts'
import { never, columns as say, state } from '#renderer/texts/alerts/channels.ts'
import stacked from '#renderer/ui/content/stacked.module.css'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { channelPath, messagesPath } from '#renderer/views/alert/paths.ts'
import type { ListedChannel } from '#server/models/alerts/deliveries.ts'

interface ChannelTableProps {
  channels: readonly ListedChannel[]
  now: number
  isAdmin: boolean
}

/** Each channel with its state in words. */
export function ChannelTable({ channels, now, isAdmin }: ChannelTableProps) {
  return (
    <Table
      className={`${styles.table} ${stacked.rows}`}
      rows={channels}
      keyOf={({ id }) => id}
      columns={columnsOf(now, isAdmin)}
    />
  )
}

function columnsOf(now: number, isAdmin: boolean): Column<ListedChannel>[] {
  return [
    {
      key: 'channel',
      head: say.channel,
      isRowHead: true,
      className: styles.wide,
      cell: ({ id, name, kindLabel }) => (
        <>
          {isAdmin ? (
            <a href={channelPath(id)}>
              <bdi>{clipText(name, 80)}</bdi>
            </a>
          ) : (
            <bdi>{clipText(name, 80)}</bdi>
          )}
          <span className={styles.detail}>{kindLabel}</span>
        </>
      ),
    },
    {
      key: 'state',
      head: say.state,
      cell: (channel) => <ChannelState channel={channel} now={now} />,
    },
    {
      key: 'waiting',
      head: say.waiting,
      isNumber: true,
      cell: ({ id, waiting }) => (
        <>
          <span className={stacked.label}>{say.waiting}: </span>
          {waiting === 0 ? (
            '0'
          ) : (
            <a href={messagesPath({ state: 'waiting', channel: String(id) })}>{formatNumber(waiting)}</a>
          )}
        </>
      ),
    },
    {
      key: 'last',
      head: say.last,
      cell: ({ lastDeliveredAt }) => (
        <>
          <span className={stacked.label}>{say.last}: </span>
          {lastDeliveredAt === null ? never : <Time time={lastDeliveredAt} now={now} />}
        </>
      ),
    },
  ]
}

type Stateful = Pick<ListedChannel, 'isEnabled' | 'failures' | 'pausedUntil' | 'lastDeliveredAt'>

/** `failing: 6 in a row, next try 14:05`. */
export function ChannelState({ channel, now }: { channel: Stateful; now: number }) {
  const reader = use(ReaderContext)
  const { isEnabled, failures, pausedUntil, lastDeliveredAt } = channel
  if (!isEnabled) return <Tag>{state.off}</Tag>
  if (failures > 0) {
    return (
      <span className={styles.alarm}>
        {state.failing(failures)}
        {pausedUntil !== null && pausedUntil > now && (
          <>
            {state.nextTry}{' '}
            <time dateTime={new Date(pausedUntil).toISOString()}>
              {formatRowTime(pausedUntil, now, reader)}
            </time>
          </>
        )}
      </span>
    )
  }
  return lastDeliveredAt === null ? state.untried : <Tag tone="good">{state.works}</Tag>
}
