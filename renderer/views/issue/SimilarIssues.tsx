import { clipText, formatCount } from '#renderer/format/format.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { issuePath } from '#renderer/paths.ts'
import { similar as say } from '#renderer/texts/issues/event.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import type { EventLevel } from '#server/processing/event.ts'
import type { SimilarIssue } from '#server/store/issues/similar.ts'
import { LevelDot } from './list/LevelDot.tsx'
import styles from './SimilarIssues.module.css'

export function SimilarIssues({ issues, now }: { issues: SimilarIssue[]; now: number }) {
  if (issues.length === 0) return null
  return (
    <section>
      <h2 title={say.note}>{say.title}</h2>
      <ul className={styles.list}>
        {issues.map((issue) => (
          <li key={issue.id}>
            <p className={styles.title}>
              {/* The server only stores normalized levels. */}
              <LevelDot level={issue.level as EventLevel} />{' '}
              <a href={issuePath(issue.id)}>
                <bdi>{clipText(issue.type, 80)}</bdi>
              </a>
            </p>
            <p className={styles.value}>
              <bdi>{clipText(issue.value, 120)}</bdi>
            </p>
            <p className={styles.facts}>
              {formatCount(issue.eventCount, 'event')}, <Time time={issue.lastSeen} now={now} />
              {issue.status !== 'open' && `, ${issue.status}`}
            </p>
            {issue.mergeInto !== undefined && (
              <div className={styles.same}>
                <p>{say.sameSource}</p>
                <Form>
                  <input type="hidden" name="into" value={issue.mergeInto} />
                  <Button name="change" value="merge">
                    {say.mergeInto(issue.mergeInto)}
                  </Button>
                </Form>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
