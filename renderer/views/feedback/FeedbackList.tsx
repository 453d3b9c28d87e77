import { clipText } from '#renderer/format/format.ts'
import { formatBytes } from '#renderer/format/format-bytes.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { eventPath, tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/issues/feedback.ts'
import { LongText } from '#renderer/ui/content/LongText.tsx'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { feedbackAttachmentPath } from '#renderer/views/event/event-paths.ts'
import type { FeedbackState, ShownFeedback } from '#server/desk/records/feedback.ts'
import styles from './FeedbackList.module.css'
import { nameOf } from './name-of.ts'
import { webLink } from './web-link.ts'

interface FeedbackListProps {
  feedback: readonly ShownFeedback[]
  state: FeedbackState
  now: number
  /** The viewer may not change it. */
  isReadOnly?: boolean
}

const STATES: readonly FeedbackState[] = ['resolved', 'open', 'spam']

/** All feedback shares one form. Each button names the feedback and its new state. */
export function FeedbackList({ feedback, state, now, isReadOnly = false }: FeedbackListProps) {
  return (
    <Form>
      <ul>
        {feedback.map((item) => (
          <li key={item.id} className={styles.item} data-row>
            <div className={styles.head}>
              <strong className={styles.name}>
                <bdi>{nameOf(item)}</bdi>
              </strong>
              {item.name !== null && item.email !== null && (
                <span className={styles.email}>
                  <bdi>{clipText(item.email, 80)}</bdi>
                </span>
              )}
              <span className={styles.when}>
                <PageTime time={item.timestamp} now={now} hasAge />
              </span>
            </div>
            <div className={styles.message}>
              <LongText name={say.title} text={item.message} />
            </div>
            <FeedbackFacts item={item} />
            <div className={styles.actions}>
              {STATES.filter((other) => !isReadOnly && other !== state).map((other) => (
                <Button
                  key={other}
                  name="change"
                  value={`${other}:${item.id}`}
                  data-key={other === 'spam' ? undefined : 'e'}
                >
                  {say.verbs[other]}
                  <span className="visually-hidden"> {nameOf(item)}</span>
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Form>
  )
}

function FeedbackFacts({ item }: { item: ShownFeedback }) {
  const link = item.url === null ? undefined : webLink(item.url)
  return (
    <p className={styles.facts}>
      {item.issueId !== null && item.eventId !== null && (
        <a href={eventPath(item.issueId, item.eventId)}>
          {say.errorBeside}: <bdi>{clipText(item.issueType ?? 'error', 60)}</bdi>
        </a>
      )}
      {item.traceId !== null && <a href={tracePath(item.traceId)}>{say.trace}</a>}
      {item.url !== null &&
        (link === undefined ? (
          <bdi>{clipText(item.url, 120)}</bdi>
        ) : (
          <a href={link} rel="noreferrer">
            <bdi>{clipText(item.url, 120)}</bdi>
          </a>
        ))}
      <code>{item.projectSlug}</code>
      {item.environment !== null && <bdi>{clipText(item.environment, 40)}</bdi>}
      {item.release !== null && <bdi>{clipText(item.release, 60)}</bdi>}
      {item.attachments.map(({ id, filename, sizeBytes }) => (
        <span key={id}>
          <a href={feedbackAttachmentPath(item, id)} rel="external" download>
            <bdi>{clipText(filename, 60)}</bdi>
          </a>
          , {formatBytes(sizeBytes)}
        </span>
      ))}
    </p>
  )
}
