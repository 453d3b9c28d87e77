import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { roles, invite as say } from '#renderer/texts/account/invitations.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { CheckField } from '#renderer/ui/form/CheckField.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { SelectField } from '#renderer/ui/form/SelectField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from './account.module.css'

interface InviteFormProps {
  teams: readonly { id: number; name: string }[]
  /** Only owners make owners. */
  mayMakeOwners: boolean
  /** Links can be mailed. */
  offersMail: boolean
  result: ActionResult | undefined
}

export function InviteForm({ teams, mayMakeOwners, offersMail, result }: InviteFormProps) {
  const offered = Object.entries(roles).filter(([role]) => mayMakeOwners || role !== 'owner')
  return (
    <Section title={say.title}>
      <Form className={styles.form}>
        <Field label={say.email} name="email" type="email" autoComplete="off" result={result} required />
        <SelectField
          label={say.role}
          name="role"
          chosen={(result?.kind === 'refused' && result.values.role) || 'member'}
          options={offered.map(([value, name]) => ({ value, name }))}
          result={result}
        />
        {teams.length > 0 && (
          <fieldset className={styles.teams}>
            <legend>{say.teams}</legend>
            {teams.map(({ id, name }) => (
              <label key={id}>
                <input type="checkbox" name="team" value={id} /> <bdi>{name}</bdi>
              </label>
            ))}
          </fieldset>
        )}
        {offersMail && <CheckField label={say.mail} name="mail" isTicked result={result} />}
        <Button weight="main" name="change" value="invite">
          {say.button}
        </Button>
      </Form>
    </Section>
  )
}
