import type { ReactNode } from 'react'
import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './Factors.module.css'

interface FactorFormProps {
  /** Names the form, and begins the names of its fields; the same as the change, unless there are several such forms. */
  of: string
  change?: string
  button: string
  isMain?: boolean
  /** Gives up instead, whatever is in the fields. */
  cancel?: { change: string; button: string }
  children: ReactNode
}

/** One form of the page of factors. */
export function FactorForm({ of, change = of, button, isMain = false, cancel, children }: FactorFormProps) {
  return (
    <Form className={styles.form}>
      <input type="hidden" name="of" value={of} />
      {children}
      <div className={styles.buttons}>
        <Button name="change" value={change} weight={isMain ? 'main' : 'quiet'}>
          {button}
        </Button>
        {cancel !== undefined && (
          <Button name="change" value={cancel.change} formNoValidate>
            {cancel.button}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Whether a field of this form was refused, so that its fold has to be open. */
export function isAbout(result: ActionResult | undefined, of: string): boolean {
  return result?.kind === 'refused' && (result.field?.startsWith(`${of}-`) ?? false)
}
