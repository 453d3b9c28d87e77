import { Form } from '#renderer/forms/Form.tsx'
import { onIssue } from '#renderer/texts/alerts/acknowledging.ts'
import { actions as say } from '#renderer/texts/issues/handling.ts'
import { eventFilePath } from '#renderer/views/event/event-paths.ts'
import { TrackerItems } from '#renderer/views/issue/trackers/TrackerItems.tsx'
import type { EventDetail } from '#server/models/events.ts'
import type { TrackerOffer } from '#server/models/trackers/trackers.ts'
import styles from './actions.module.css'
import { ChangeForm, SmallField } from './ChangeForm.tsx'
import { Menu } from './Menu.tsx'

interface MoreMenuProps {
  isBookmarked: boolean
  event: EventDetail | undefined
  trackers: readonly TrackerOffer[]
  canAcknowledge: boolean
  isReadOnly: boolean
}

/** What is done rarely. */
export function MoreMenu({ isBookmarked, event, trackers, canAcknowledge, isReadOnly }: MoreMenuProps) {
  return (
    <Menu title={<Dots />} label={say.more} shape="bare">
      <Form className={styles.items}>
        {!isReadOnly && canAcknowledge && (
          <button className={styles.item} type="submit" name="change" value="acknowledge">
            {onIssue.acknowledge}
          </button>
        )}
        <button
          className={styles.item}
          type="submit"
          name="change"
          value={isBookmarked ? 'unbookmark' : 'bookmark'}
        >
          {isBookmarked ? say.unbookmark : say.bookmark}
        </button>
        {event !== undefined && (
          <a className={styles.item} href={eventFilePath(event, 'event.md')} rel="external">
            {say.markdown}
          </a>
        )}
      </Form>
      {!isReadOnly && (
        <>
          <TrackerItems offers={trackers} />
          <ChangeForm change="merge" button={say.merge}>
            <SmallField name="into" label={say.mergeInto} />
          </ChangeForm>
          <Form className={styles.items}>
            <button className={styles.item} type="submit" name="change" value="delete">
              {say.delete}
            </button>
          </Form>
        </>
      )}
    </Menu>
  )
}

function Dots() {
  return (
    <svg width="16" height="16" fill="currentColor" aria-hidden="true">
      <path d="M2 8a1.5 1.5 0 1 1 3 0 1.5 1.5 0 0 1-3 0m4.5 0a1.5 1.5 0 1 1 3 0 1.5 1.5 0 0 1-3 0M11 8a1.5 1.5 0 1 1 3 0 1.5 1.5 0 0 1-3 0" />
    </svg>
  )
}
