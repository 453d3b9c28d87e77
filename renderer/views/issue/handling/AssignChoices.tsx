import { assigneeName } from '#renderer/format/assignee-name.ts'
import { clipText } from '#renderer/format/format.ts'
import { actions as say } from '#renderer/texts/issues/handling.ts'
import { initialsOf } from '#renderer/views/issue/list/initials.ts'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import type { SuggestedOwner } from '#server/models/settings/ownership.ts'
import styles from './assign.module.css'

interface AssignChoicesProps {
  assignees: readonly Assignee[]
  /** They come first, with the rule that says so. */
  suggested?: readonly SuggestedOwner[]
  viewerId: number
  /** Whose it is, or null for nobody; absent where several issues are assigned. */
  assignee?: Assignee | null
}

/** Every member and team is a button of the form around it: suggested owners first, then the viewer. */
export function AssignChoices({ assignees, suggested = [], viewerId, assignee }: AssignChoicesProps) {
  const isViewer = ({ type, id }: Assignee) => type === 'user' && id === viewerId
  const ruleOf = (one: Assignee) => suggested.find((owner) => isSame(one, owner.assignee))?.rule
  const rank = (one: Assignee) => (ruleOf(one) !== undefined ? 0 : isViewer(one) ? 1 : 2)
  const isShown = assignee !== undefined
  return (
    <div className={styles.people}>
      {assignees
        .toSorted((a, b) => rank(a) - rank(b))
        .map((one) => (
          <Choice
            key={`${one.type} ${one.id}`}
            assignee={one}
            rule={ruleOf(one)}
            isViewer={isViewer(one)}
            isPressed={isShown ? isSame(one, assignee) : undefined}
          />
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

interface ChoiceProps {
  assignee: Assignee
  rule: string | undefined
  isViewer: boolean
  isPressed: boolean | undefined
}

function Choice({ assignee, rule, isViewer, isPressed }: ChoiceProps) {
  const { type, id, name } = assignee
  return (
    <button
      type="submit"
      name="change"
      value={`${type === 'team' ? 'assign-team' : 'assign'}:${id}`}
      aria-pressed={isPressed}
    >
      <Face assignee={assignee} />
      <span className={styles.name}>
        <bdi>{clipText(assigneeName(assignee), 80)}</bdi>
        {name !== '' && (
          <small>
            <bdi>{clipText(type === 'team' ? name : assignee.email, 80)}</bdi>
          </small>
        )}
        {isViewer && <small>{say.you}</small>}
        {rule !== undefined && (
          <small className={styles.rule}>
            {say.suggestedBy} <code>{clipText(rule, 80)}</code>
          </small>
        )}
      </span>
    </button>
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
