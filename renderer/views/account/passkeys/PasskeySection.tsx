import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { needsScript, passkeys as say } from '#renderer/texts/account/factors.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { PasswordField } from '#renderer/views/account/AppSection.tsx'
import { FactorForm, isAbout } from '#renderer/views/account/FactorForm.tsx'
import styles from '#renderer/views/account/Factors.module.css'
import { usePasskey } from './use-passkey.ts'

interface Passkey {
  id: string
  name: string
  createdAt: number
  lastUsedAt: number | null
}

interface PasskeySectionProps {
  passkeys: readonly Passkey[]
  canHavePasskeys: boolean
  result: ActionResult | undefined
  now: number
}

export function PasskeySection({ passkeys, canHavePasskeys, result, now }: PasskeySectionProps) {
  return (
    <Section title={say.title}>
      <div className={styles.body}>
        <p>{say.what}</p>
        {passkeys.length > 0 && (
          <ul className={styles.passkeys}>
            {passkeys.map((passkey) => (
              <PasskeyEntry key={passkey.id} passkey={passkey} result={result} now={now} />
            ))}
          </ul>
        )}
        {canHavePasskeys ? <NewPasskey result={result} /> : <p>{say.notHere}</p>}
      </div>
    </Section>
  )
}

function PasskeyEntry({
  passkey,
  result,
  now,
}: { passkey: Passkey } & Pick<PasskeySectionProps, 'result' | 'now'>) {
  const { id, name, createdAt, lastUsedAt } = passkey
  const isOpen = ['rename', 'remove'].some((change) => isAbout(result, `${change}-${id}`))
  return (
    <li>
      <div>
        <div className={styles.name}>
          <bdi>{name}</bdi>
        </div>
        <div className={styles.label}>
          {say.made} <Time time={createdAt} now={now} />
          {', '}
          {lastUsedAt === null ? (
            say.never
          ) : (
            <>
              {say.used} <Time time={lastUsedAt} now={now} />
            </>
          )}
        </div>
      </div>
      <details className={styles.fold} open={isOpen || undefined}>
        <summary>
          {say.change} <span className="visually-hidden">{name}</span>
        </summary>
        <div className={styles.forms}>
          <FactorForm of={`rename-${id}`} change="rename-passkey" button={say.rename}>
            <input type="hidden" name="id" value={id} />
            <Field label={say.name} name={`rename-${id}-name`} defaultValue={name} result={result} required />
          </FactorForm>
          <FactorForm of={`remove-${id}`} change="remove-passkey" button={say.remove}>
            <input type="hidden" name="id" value={id} />
            <PasswordField of={`remove-${id}`} result={result} />
          </FactorForm>
        </div>
      </details>
    </li>
  )
}

/** The browser makes a passkey after the desk has checked the password, and the form then brings it. */
function NewPasskey({ result }: Pick<PasskeySectionProps, 'result'>) {
  const { failure, credential, submit, button } = usePasskey((dialog, asked) => dialog.makePasskey(asked))
  return (
    <>
      <noscript>
        <p>{needsScript}</p>
      </noscript>
      <div data-needs-script className={styles.form}>
        <Form className={styles.form}>
          {failure !== undefined && <Notice tone="refusal">{failure}</Notice>}
          <input type="hidden" name="of" value="add-passkey" />
          <input ref={credential} type="hidden" name="credential" defaultValue="" />
          <Field
            label={say.name}
            name="add-passkey-name"
            hint={say.nameHint}
            maxLength={60}
            result={result}
            required
          />
          <PasswordField of="add-passkey" result={result} />
          <Button type="button" name="change" value="ask-passkey" {...button}>
            {say.add}
          </Button>
          <button ref={submit} type="submit" name="change" value="add-passkey" hidden tabIndex={-1} />
        </Form>
      </div>
    </>
  )
}
