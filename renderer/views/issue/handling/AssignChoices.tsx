import { assigneeName } from '#renderer/format/assignee-name.ts'
import { clipText } from '#renderer/format/format.ts'
import { actions as say } from '#renderer/texts/issues/handling.ts'
import { initialsOf } from '#renderer/views/issue/list/initials.ts'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import styles from './assign.module.css'

interface AssignChoicesProps {
  assignees: readonly Assignee[]
  viewerId: number
  /** Whose it is, or null for nobody; absent where several issues are assigned. */
  assignee?: Assignee | null
}

/** Every member and team is a button of the form around it, the viewer's own first. */
export function AssignChoices({ assignees, viewerId, assignee }: AssignChoicesProps) {
  const rank = ({ type, id }: Assignee) => (type === 'user' && id === viewerId ? 0 : 1)
  const isShown = assignee !== undefined
  return (
    <div className={styles.people}>
      {assignees
        .toSorted((a, b) => rank(a) - rank(b))
        .map((one) => (
          <button
            key={`${one.type} ${one.id}`}
            type="submit"
            name="change"
            value={`${one.type === 'team' ? 'assign-team' : 'assign'}:${one.id}`}
            aria-pressed={isShown ? isSame(one, assignee) : undefined}
          >
            <Face assignee={one} />
            <bdi>{clipText(assigneeName(one), 80)}</bdi>
            {one.name !== '' && (
              <small>
                <bdi>{clipText(one.type === 'team' ? one.name : one.email, 80)}</bdi>
              </small>
            )}
            {rank(one) === 0 && <small>{say.you}</small>}
          </button>
        ))}
      <button
        type="submit"
        name="change"
        value="assign:"
        aria-pressed={isShown ? assignee === null : undefined}
      >
        <Face assignee={null} />
        {say.nobody}
      </button>
    </div>
  )
}

function isSame(one: Assignee, other: Assignee | null): boolean {
  return other !== null && one.type === other.type && one.id === other.id
}

/** Initials in a circle, or in a square for a team; a dashed circle for nobody. */
export function Face({ assignee }: { assignee: Assignee | null }) {
  return (
    <span
      className={styles.face}
      data-nobody={assignee === null || undefined}
      data-team={assignee?.type === 'team' || undefined}
      aria-hidden="true"
    >
      {assignee === null ? '' : initialsOf(assigneeName(assignee))}
    </span>
  )
}
