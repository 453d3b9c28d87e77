import type { EventDetail, IssueDetail } from '../../../../server/desk.ts'
import type { IssueHandling } from '../../../../server/desk-issues.ts'
import { Form } from '../../../navigation/Form.tsx'
import { Button } from '../../form/Button.tsx'
import { AssignForm } from './AssignForm.tsx'
import styles from './actions.module.css'
import { ChangeForm, SmallField } from './ChangeForm.tsx'
import { IgnoreMenu } from './IgnoreMenu.tsx'
import { Menu } from './Menu.tsx'

interface IssueActionsProps {
  issue: IssueDetail
  handling: IssueHandling
  accounts: { id: number; email: string }[]
  latest: EventDetail | null
}

/** What can be done with the issue. The first button is what one most likely wants. */
export function IssueActions({ issue, handling, accounts, latest }: IssueActionsProps) {
  const isOpen = handling.state.status === 'open'
  return (
    <section className={styles.actions} aria-label="Actions">
      <Form>
        <Button weight="main" name="change" value={isOpen ? 'resolve' : 'reopen'} data-key="r">
          {isOpen ? 'Resolve' : 'Reopen'}
        </Button>
      </Form>
      {isOpen && <ResolveMenu release={latest?.release ?? null} />}
      {isOpen && <IgnoreMenu environment={latest?.environment ?? null} />}
      <AssignForm assignee={handling.assignee} accounts={accounts} />
      <Form>
        <Button
          name="change"
          value={handling.isBookmarked ? 'unbookmark' : 'bookmark'}
          aria-pressed={handling.isBookmarked}
        >
          {handling.isBookmarked ? 'Bookmarked' : 'Bookmark'}
        </Button>
      </Form>
      <Menu title="More">
        {isOpen && (
          <ChangeForm change="archive" button="Archive">
            <p>Out of the way, whatever happens.</p>
          </ChangeForm>
        )}
        <ChangeForm change="merge" button="Merge">
          <SmallField name="into" label="Merge into (short id)" />
        </ChangeForm>
        <ChangeForm change="delete" button="Delete for ever">
          <p>{issue.shortId} will be gone, with its events, attachments and comments. Archive keeps them.</p>
        </ChangeForm>
      </Menu>
    </section>
  )
}

function ResolveMenu({ release }: { release: string | null }) {
  return (
    <Menu title="Resolve in">
      <ChangeForm change="resolve-in-next-release" button="Next release">
        <p>Open again when a release after today’s newest has it.</p>
      </ChangeForm>
      <ChangeForm change="resolve-in-release" button="Resolve">
        <SmallField name="release" label="In release" {...(release === null ? {} : { value: release })} />
      </ChangeForm>
    </Menu>
  )
}
