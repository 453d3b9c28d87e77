import { Form } from '#renderer/forms/Form.tsx'
import { actions as say } from '#renderer/texts/issues/handling.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import type { IssueHandling } from '#server/desk/issues/issues.ts'
import type { EventDetail } from '#server/models/events.ts'
import type { IssueDetail } from '#server/models/issues.ts'
import { AssignForm } from './AssignForm.tsx'
import styles from './actions.module.css'
import { ChangeForm, SmallField } from './ChangeForm.tsx'
import { IgnoreMenu } from './IgnoreMenu.tsx'
import { Menu } from './Menu.tsx'

interface IssueActionsProps {
  issue: IssueDetail
  handling: IssueHandling
  accounts: { id: number; email: string }[]
  event: EventDetail | undefined
}

/** The actions on an issue. The first button is the most likely one. */
export function IssueActions({ issue, handling, accounts, event }: IssueActionsProps) {
  const isOpen = handling.state.status === 'open'
  return (
    <section className={styles.actions} aria-label={say.label}>
      <Form>
        <Button weight="main" name="change" value={isOpen ? 'resolve' : 'reopen'} data-key="r">
          {isOpen ? say.resolve : say.reopen}
        </Button>
      </Form>
      {isOpen && <ResolveMenu release={event?.release ?? null} />}
      {isOpen && <IgnoreMenu environment={event?.environment ?? null} />}
      <AssignForm assignee={handling.assignee} accounts={accounts} />
      <Form>
        <Button
          name="change"
          value={handling.isBookmarked ? 'unbookmark' : 'bookmark'}
          aria-pressed={handling.isBookmarked}
        >
          {handling.isBookmarked ? say.bookmarked : say.bookmark}
        </Button>
      </Form>
      <Menu title={say.more}>
        {isOpen && (
          <ChangeForm change="archive" button={say.archive}>
            <p>{say.whyArchive}</p>
          </ChangeForm>
        )}
        <ChangeForm change="merge" button={say.merge}>
          <SmallField name="into" label={say.mergeInto} />
        </ChangeForm>
        <ChangeForm change="delete" button={say.delete}>
          <p>{say.whatIsDeleted(issue.shortId)}</p>
        </ChangeForm>
      </Menu>
    </section>
  )
}

function ResolveMenu({ release }: { release: string | null }) {
  return (
    <Menu title={say.resolveIn}>
      <ChangeForm change="resolve-in-next-release" button={say.nextRelease}>
        <p>{say.whyNextRelease}</p>
      </ChangeForm>
      <ChangeForm change="resolve-in-release" button={say.resolve}>
        <SmallField name="release" label={say.inRelease} {...(release === null ? {} : { value: release })} />
      </ChangeForm>
    </Menu>
  )
}
