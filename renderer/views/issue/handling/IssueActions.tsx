import { actions as say } from '#renderer/texts/issues/handling.ts'
import type { IssueHandling } from '#server/desk/issues/issues.ts'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import type { EventDetail } from '#server/models/events.ts'
import type { SuggestedOwner } from '#server/models/settings/ownership.ts'
import type { TrackerOffer } from '#server/models/trackers/trackers.ts'
import { AssignMenu } from './AssignMenu.tsx'
import styles from './actions.module.css'
import { IgnoreMenu } from './IgnoreMenu.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { ResolveControl } from './ResolveControl.tsx'

interface IssueActionsProps {
  handling: IssueHandling
  assignees: readonly Assignee[]
  /** Who owns it by the project's rules. */
  suggested?: readonly SuggestedOwner[]
  viewerId: number
  /** Where the issue happened. */
  environments: readonly string[]
  event: EventDetail | undefined
  /** Where an issue of another tracker can be made of it. */
  trackers?: readonly TrackerOffer[]
  /** Somebody takes care of it. */
  isAcknowledged?: boolean
  /** The viewer may bookmark the issue and copy it, and change nothing. */
  isReadOnly?: boolean
}

/** Three controls for what is done daily, and a menu for the rest. The first button is the most likely one. */
export function IssueActions(props: IssueActionsProps) {
  const {
    handling,
    assignees,
    suggested = [],
    viewerId,
    environments,
    event,
    trackers = [],
    isAcknowledged = false,
    isReadOnly = false,
  } = props
  const isOpen = handling.state.status === 'open'
  return (
    <section className={styles.actions} aria-label={say.label} data-thumb>
      {!isReadOnly && (
        <>
          <ResolveControl isOpen={isOpen} release={event?.release ?? null} />
          {isOpen && <IgnoreMenu environments={environments} />}
          <AssignMenu
            assignee={handling.assignee}
            assignees={assignees}
            suggested={suggested}
            viewerId={viewerId}
          />
        </>
      )}
      <MoreMenu
        isBookmarked={handling.isBookmarked}
        event={event}
        trackers={trackers}
        canAcknowledge={isOpen && !isAcknowledged}
        isReadOnly={isReadOnly}
      />
    </section>
  )
}
