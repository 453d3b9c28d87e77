import { clipText } from '#renderer/format/format.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { eventPath } from '#renderer/paths.ts'
import { split as say } from '#renderer/texts/issues/handling.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { GroupingRow } from '#server/store/issues/changes/split.ts'
import styles from './activity.module.css'

/** Lists the merged parts of the issue, which can be split off again. */
export function SplitSection({ issueId, groupings }: { issueId: number; groupings: GroupingRow[] }) {
  return (
    <Section title={say.title} note={say.note}>
      <Form className={styles.split}>
        {groupings.map(({ id, key, latest, eventCount }) => (
          <label key={id}>
            <input type="checkbox" name="grouping" value={id} />
            <span>
              <bdi>{clipText(latest?.value || key.slice(0, 12), 160)}</bdi>{' '}
              <span className={styles.when}>
                {say.recent(eventCount)}
                {latest !== null && (
                  <>
                    , <a href={eventPath(issueId, latest.eventId)}>{latest.eventId.slice(0, 8)}</a>
                  </>
                )}
              </span>
            </span>
          </label>
        ))}
        <Button name="change" value="split">
          {say.button}
        </Button>
      </Form>
    </Section>
  )
}
