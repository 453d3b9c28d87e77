import { Form } from '#renderer/forms/Form.tsx'
import { projectPath } from '#renderer/paths.ts'
import { gone, personal, page as say, test } from '#renderer/texts/alerts/messages.ts'
import { type KeyValue, KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { channelPath, rulePath } from '#renderer/views/alert/paths.ts'
import type { MessageDetail, MessageState as State } from '#server/models/alerts/deliveries.ts'
import { MessageState } from './MessageState.tsx'

const UNSENT: readonly State[] = ['collecting', 'waiting', 'undelivered']

/** What happened to the message so far, and what can be done with it. */
export function MessageFacts({ message, now }: { message: MessageDetail; now: number }) {
  const { state } = message
  return (
    <Section title={say.facts} note={<MessageState state={state} />}>
      <div className={`${styles.parts} ${styles.facts}`}>
        <KeyValueList entries={factsOf(message, now)} />
        {UNSENT.includes(state) && (
          <Form className={styles.ways}>
            {state === 'undelivered' && (
              <Button name="change" value="retry">
                {say.retry}
              </Button>
            )}
            <Button name="change" value="discard">
              {say.discard}
            </Button>
          </Form>
        )}
      </div>
    </Section>
  )
}

function factsOf(message: MessageDetail, now: number): KeyValue[] {
  const { state, project, createdAt, dueAt, deliveredAt } = message
  const isDue = state === 'waiting' || state === 'collecting'
  return [
    { name: say.created, value: <Time time={createdAt} now={now} /> },
    ...(isDue ? [{ name: say.due, value: <Time time={dueAt} now={now} /> }] : []),
    ...(deliveredAt === null ? [] : [{ name: say.delivered, value: <Time time={deliveredAt} now={now} /> }]),
    ...(project
      ? [{ name: say.project, value: <a href={projectPath(project.slug)}>{project.name}</a> }]
      : []),
    { name: say.rule, value: ruleOf(message) },
    { name: say.channel, value: channelOf(message) },
  ]
}

function ruleOf({ rule, account, isTest }: MessageDetail) {
  if (rule) return <a href={rulePath(rule.id)}>{rule.name}</a>
  if (account !== undefined) return personal
  return isTest ? test : gone
}

function channelOf({ channel, account }: MessageDetail) {
  if (account !== undefined) return <bdi>{account}</bdi>
  return channel ? <a href={channelPath(channel.id)}>{channel.name}</a> : gone
}
