import { use, useId } from 'react'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult } from '#renderer/page/page-data.ts'
import { activity as say } from '#renderer/texts/issues/handling.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import type { Activity } from '#server/store/issues/activity.ts'
import styles from './activity.module.css'
import { activitySentence } from './activity-sentence.tsx'
import { CommentText } from './CommentText.tsx'

interface ActivitySectionProps {
  issueId: number
  activity: Activity[]
  viewerId: number
  now: number
  /** Who can be mentioned. */
  assignees?: readonly Assignee[]
  isSubscribed: boolean
  /** The viewer may not comment. */
  isReadOnly?: boolean
}

/** The changes of an issue, newest first, with a form to comment. */
export function ActivitySection({
  issueId,
  activity,
  viewerId,
  now,
  assignees = [],
  isSubscribed,
  isReadOnly = false,
}: ActivitySectionProps) {
  const heading = useId()
  const reader = use(ReaderContext)
  const mentionable = mentionableOf(assignees)
  return (
    <section id="activity" aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{say.title}</h2>
        <Subscription isSubscribed={isSubscribed} />
      </div>
      <div className={styles.activity}>
        {!isReadOnly && <NewComment mentionable={mentionable} />}
        <ol>
          {activity.map((one) => (
            <li key={one.id}>
              {/* The language data of server and browser may differ in age. */}
              <p className={one.who === null ? styles.unnamed : undefined} suppressHydrationWarning>
                {one.who !== null && (
                  <b title={one.email === one.who ? undefined : (one.email ?? undefined)}>{one.who}</b>
                )}{' '}
                {activitySentence(one, issueId, reader)}{' '}
                <span className={styles.when}>
                  <PageTime time={one.createdAt} now={now} hasAge />
                </span>
              </p>
              {one.kind === 'comment' && <CommentText {...one.data} />}
              {!isReadOnly && one.kind === 'comment' && one.accountId === viewerId && (
                <OwnComment id={one.id} text={one.data.text} mentionable={mentionable} />
              )}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Subscription({ isSubscribed }: { isSubscribed: boolean }) {
  return (
    <Form>
      <Button
        name="change"
        value={isSubscribed ? 'unsubscribe' : 'subscribe'}
        title={isSubscribed ? say.unsubscribeHint : say.subscribeHint}
      >
        {isSubscribed ? say.unsubscribe : say.subscribe}
      </Button>
    </Form>
  )
}

const MOST_MENTIONABLE = 500

/** What the script that completes mentions reads (renderer/enhance/mentions/): `@ada@example.com` and a name, in lines. */
function mentionableOf(assignees: readonly Assignee[]): string {
  const lines = assignees
    .slice(0, MOST_MENTIONABLE)
    .map((one) => (one.type === 'team' ? `#${one.slug}\t${one.name}` : `@${one.email}\t${one.name}`))
  return lines.join('\n')
}

function NewComment({ mentionable }: { mentionable: string }) {
  const id = useId()
  const result = useActionResult()
  const refusal = result?.kind === 'refused' && result.field === 'text' ? result : undefined
  return (
    <Form className={styles.write}>
      <label htmlFor={id} className="visually-hidden">
        {say.comment}
      </label>
      <textarea
        id={id}
        name="text"
        rows={2}
        maxLength={10_000}
        required
        placeholder={say.example}
        data-mentions={mentionable}
        defaultValue={refusal?.values.text}
        aria-invalid={refusal !== undefined || undefined}
      />
      <Button name="change" value="comment">
        {say.comment}
      </Button>
    </Form>
  )
}

function OwnComment({ id, text, mentionable }: { id: number; text: string; mentionable: string }) {
  const field = useId()
  return (
    <details className={styles.own}>
      <summary>{say.edit}</summary>
      <Form className={styles.write}>
        <input type="hidden" name="comment" value={id} />
        <label htmlFor={field} className="visually-hidden">
          {say.edited}
        </label>
        <textarea
          key={text}
          id={field}
          name="text"
          rows={2}
          maxLength={10_000}
          required
          defaultValue={text}
          data-mentions={mentionable}
        />
        <Button name="change" value="edit-comment">
          {say.save}
        </Button>
        <Button name="change" value="delete-comment">
          {say.delete}
        </Button>
      </Form>
    </details>
  )
}
