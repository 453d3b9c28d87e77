import { clipText, formatNumber } from '#renderer/format/format.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { describeRule } from '#renderer/texts/alerts/happenings.ts'
import * as say from '#renderer/texts/alerts/rules.ts'
import stacked from '#renderer/ui/content/stacked.module.css'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { channelPath, rulePath } from '#renderer/views/alert/paths.ts'
import type { ListedRule } from '#server/models/alerts/rules.ts'

interface RuleTableProps {
  rules: readonly ListedRule[]
  now: number
  isAdmin: boolean
}

/** Each rule with what it does in words, where it sends to, and a button to turn it off. */
export function RuleTable({ rules, now, isAdmin }: RuleTableProps) {
  const columns = isAdmin ? [...factsOf(now, isAdmin), turning] : factsOf(now, isAdmin)
  return (
    <Table
      className={`${styles.table} ${stacked.rows}`}
      rows={rules}
      keyOf={({ id }) => id}
      columns={columns}
    />
  )
}

function factsOf(now: number, isAdmin: boolean): Column<ListedRule>[] {
  return [
    {
      key: 'rule',
      head: say.columns.rule,
      isRowHead: true,
      className: styles.wide,
      cell: (rule) => (
        <>
          <a href={rulePath(rule.id)}>
            <bdi>{clipText(rule.name, 80)}</bdi>
          </a>
          <bdi className={styles.detail}>{clipText(describeRule(rule), 300)}</bdi>
        </>
      ),
    },
    {
      key: 'channels',
      head: say.columns.channels,
      cell: (rule) => <Channels rule={rule} isAdmin={isAdmin} />,
    },
    {
      key: 'last',
      head: say.columns.last,
      cell: ({ lastSentAt }) => (
        <>
          <span className={stacked.label}>{say.columns.last}: </span>
          {lastSentAt === null ? say.never : <Time time={lastSentAt} now={now} />}
        </>
      ),
    },
    {
      key: 'day',
      head: say.columns.lastDay,
      isNumber: true,
      cell: ({ sentLastDay }) => (
        <>
          <span className={stacked.label}>{say.columns.lastDay}: </span>
          {formatNumber(sentLastDay)}
        </>
      ),
      markOf: ({ sentLastDay }) => (sentLastDay === 0 ? 'none' : undefined),
    },
    { key: 'state', head: say.columns.state, cell: (rule) => <RuleState rule={rule} now={now} /> },
  ]
}

const turning: Column<ListedRule> = {
  key: 'turn',
  head: <span className="visually-hidden">{say.turnOff}</span>,
  className: styles.action,
  cell: ({ id, name, isEnabled }) => (
    <Form>
      <input type="hidden" name="rule" value={id} readOnly />
      <Button
        name="change"
        value={isEnabled ? 'turn-off' : 'turn-on'}
        aria-label={isEnabled ? say.turnOffOf(name) : say.turnOnOf(name)}
      >
        {isEnabled ? say.turnOff : say.turnOn}
      </Button>
    </Form>
  ),
}

function Channels({ rule, isAdmin }: { rule: ListedRule; isAdmin: boolean }) {
  const { channels, isForEveryChannel } = rule
  if (channels.length === 0) return <span className={styles.alarm}>{say.noChannel}</span>
  return (
    <>
      {isForEveryChannel && `${say.everyChannel}: `}
      {channels.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {isAdmin ? (
            <a href={channelPath(id)}>
              <bdi>{clipText(name, 60)}</bdi>
            </a>
          ) : (
            <bdi>{clipText(name, 60)}</bdi>
          )}
        </span>
      ))}
    </>
  )
}

function RuleState({
  rule: { isEnabled, mutedUntil },
  now,
}: {
  rule: Pick<ListedRule, 'isEnabled' | 'mutedUntil'>
  now: number
}) {
  if (!isEnabled) return <Tag>{say.off}</Tag>
  if (mutedUntil === null || mutedUntil <= now) return <Tag tone="good">{say.on}</Tag>
  return (
    <>
      {say.muted} <Time time={mutedUntil} />
    </>
  )
}
