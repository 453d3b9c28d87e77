import { actions as say } from '#renderer/texts/issues/handling.ts'
import { AssignChoices } from '#renderer/views/issue/handling/AssignChoices.tsx'
import styles from './BulkAssign.module.css'

interface BulkAssignProps {
  accounts: readonly { id: number; email: string }[]
  viewerId: number
}

/** A menu in the bar below the list. Its buttons belong to the form of the bar, and so to the ticked rows. */
export function BulkAssign({ accounts, viewerId }: BulkAssignProps) {
  return (
    <details className={styles.menu} name="issue-menu">
      <summary data-key="a">{say.assign}</summary>
      <div className={styles.sheet}>
        <AssignChoices accounts={accounts} viewerId={viewerId} />
      </div>
    </details>
  )
}
