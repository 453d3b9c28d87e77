import type { ReactNode } from 'react'
import { ignore as ignoreTexts, actions as say } from '#renderer/texts/issues/handling.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { AssignChoices } from '#renderer/views/issue/handling/AssignChoices.tsx'
import { IgnoreWays } from '#renderer/views/issue/handling/IgnoreWays.tsx'
import ignoreStyles from '#renderer/views/issue/handling/ignore.module.css'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import styles from './BulkActions.module.css'

interface BulkActionsProps {
  assignees: readonly Assignee[]
  viewerId: number
}

/**
 * The buttons and menus of the bar below a list. They belong to the form of the bar, and so to the ticked rows. The keys are the
 * same as on the page (renderer/enhance/keys/key-targets.ts).
 */
export function BulkActions({ assignees, viewerId }: BulkActionsProps) {
  return (
    <>
      {/* Enter in a field would press the first button of the form, which would resolve what is to be ignored. */}
      <button type="submit" hidden disabled />
      <Button name="change" value="resolve" data-key="e">
        {say.resolve}
      </Button>
      <Menu title={ignoreTexts.title} shortcut="i">
        <div className={ignoreStyles.ignore}>
          <IgnoreWays legend={ignoreTexts.bulkLegend} field="way" environments={[]} />
          <div className={ignoreStyles.foot}>
            <Button weight="main" name="change" value="way">
              {ignoreTexts.title}
            </Button>
          </div>
        </div>
      </Menu>
      <Button name="change" value="merge">
        {say.merge}
      </Button>
      <Menu title={say.assign} shortcut="a">
        <AssignChoices assignees={assignees} viewerId={viewerId} />
      </Menu>
    </>
  )
}

function Menu({ title, shortcut, children }: { title: string; shortcut: string; children: ReactNode }) {
  return (
    <details className={styles.menu} name="issue-menu">
      <summary data-key={shortcut}>{title}</summary>
      <div className={styles.sheet}>{children}</div>
    </details>
  )
}
