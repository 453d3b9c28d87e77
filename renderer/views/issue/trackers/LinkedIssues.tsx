import { Form } from '#renderer/forms/Form.tsx'
import { onIssue as say } from '#renderer/texts/settings/trackers.ts'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import type { LinkedIssue } from '#server/models/trackers/trackers.ts'
import styles from './LinkedIssues.module.css'

interface LinkedIssuesProps {
  linked: readonly LinkedIssue[]
  /** The viewer may not unlink them. */
  isReadOnly: boolean
}

/** The issues of trackers that this one is linked to, with what is wrong about that. */
export function LinkedIssues({ linked, isReadOnly }: LinkedIssuesProps) {
  if (linked.length === 0) return null
  return (
    <ul className={styles.linked} aria-label={say.label}>
      {linked.map(({ id, kindLabel, name, url, theirs, failure, isTriedAgain }) => (
        <li key={id}>
          <span>
            {kindLabel}{' '}
            <a href={url} rel="external noopener noreferrer">
              <bdi>{name}</bdi>
            </a>{' '}
            <Tag>{theirs === 'closed' ? say.closed : say.open}</Tag>
          </span>
          {!isReadOnly && (
            <Form>
              {failure !== null && !isTriedAgain && (
                <Button name="change" value={`tracker-retry:${id}`}>
                  {say.retry}
                </Button>
              )}
              <Button name="change" value={`tracker-unlink:${id}`} aria-label={say.unlinkNamed(name)}>
                {say.unlink}
              </Button>
            </Form>
          )}
          {failure !== null && (
            <p className={styles.failure}>
              {failure} {isTriedAgain && say.willRetry}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
