import { Form } from '#renderer/forms/Form.tsx'
import { actions as say } from '#renderer/texts/issues/handling.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './actions.module.css'
import { ChangeForm, SmallField } from './ChangeForm.tsx'
import { Menu } from './Menu.tsx'

/** The button resolves at once; the arrow beside it has the other ways. A closed issue can be reopened. */
export function ResolveControl({ isOpen, release }: { isOpen: boolean; release: string | null }) {
  return (
    <div className={styles.split} data-split={isOpen || undefined}>
      <Form>
        <Button weight="main" name="change" value={isOpen ? 'resolve' : 'reopen'} data-key="e">
          {isOpen ? say.resolve : say.reopen}
        </Button>
      </Form>
      {isOpen && (
        <Menu title="" label={say.resolveIn} shape="arrow">
          <Form className={styles.items}>
            <button className={styles.item} type="submit" name="change" value="resolve-in-next-release">
              {say.nextRelease}
              <small>{say.whyNextRelease}</small>
            </button>
          </Form>
          <ChangeForm change="resolve-in-release" button={say.resolve}>
            <SmallField
              name="release"
              label={say.inRelease}
              {...(release === null ? {} : { value: release })}
            />
          </ChangeForm>
        </Menu>
      )}
    </div>
  )
}
