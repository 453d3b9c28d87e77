import { clipText } from '#renderer/format/format.ts'
import { actions as say } from '#renderer/texts/issues/handling.ts'
import { initialsOf } from '#renderer/views/issue/list/initials.ts'
import styles from './assign.module.css'

/** An account that an issue can be assigned to; `name` may be empty. */
export interface AssignChoice {
  id: number
  email: string
  name: string
}

interface AssignChoicesProps {
  accounts: readonly AssignChoice[]
  viewerId: number
  /** Whose it is, or null for nobody; absent where several issues are assigned. */
  assignee?: { id: number } | null
}

/** Every account is a button of the form around it, the viewer's own first. */
export function AssignChoices({ accounts, viewerId, assignee }: AssignChoicesProps) {
  const rank = ({ id }: { id: number }) => (id === viewerId ? 0 : 1)
  const isShown = assignee !== undefined
  return (
    <div className={styles.people}>
      {accounts
        .toSorted((a, b) => rank(a) - rank(b))
        .map(({ id, email, name }) => (
          <button
            key={id}
            type="submit"
            name="change"
            value={`assign:${id}`}
            aria-pressed={isShown ? id === assignee?.id : undefined}
          >
            <Face name={name || email} />
            <bdi>{clipText(name || email, 80)}</bdi>
            {name !== '' && (
              <small>
                <bdi>{clipText(email, 80)}</bdi>
              </small>
            )}
            {id === viewerId && <small>{say.you}</small>}
          </button>
        ))}
      <button
        type="submit"
        name="change"
        value="assign:"
        aria-pressed={isShown ? assignee === null : undefined}
      >
        <Face name={undefined} />
        {say.nobody}
      </button>
    </div>
  )
}

/** Initials in a circle; a dashed one for nobody. */
export function Face({ name }: { name: string | undefined }) {
  return (
    <span className={styles.face} data-nobody={name === undefined || undefined} aria-hidden="true">
      {name === undefined ? '' : initialsOf(name)}
    </span>
  )
}
