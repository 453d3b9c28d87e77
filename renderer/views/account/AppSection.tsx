import type { ActionResult } from '#renderer/page/action.ts'
import { password, app as say } from '#renderer/texts/account/factors.ts'
import { CopyButton } from '#renderer/ui/content/CopyButton.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { FactorForm, isAbout } from './FactorForm.tsx'
import styles from './Factors.module.css'

interface AppSectionProps {
  totpSince: number | null
  /** What the app has to know, while it is being set up. */
  begun: { secret: string; picture: { size: number; path: string } } | null
  result: ActionResult | undefined
  now: number
}

/** The authenticator app: off, being set up, or on. */
export function AppSection({ totpSince, begun, result, now }: AppSectionProps) {
  const note = totpSince !== null && (
    <>
      {say.since}
      <Time time={totpSince} now={now} />
    </>
  )
  return (
    <Section title={say.title} note={note || undefined}>
      <div className={styles.body}>
        {totpSince !== null ? (
          <TurnOff result={result} />
        ) : begun !== null ? (
          <SetUp begun={begun} result={result} />
        ) : (
          <>
            <p>{say.what}</p>
            <FactorForm of="begin-app" button={say.begin}>
              <PasswordField of="begin-app" result={result} />
            </FactorForm>
          </>
        )}
      </div>
    </Section>
  )
}

type WithResult = Pick<AppSectionProps, 'result'>

function SetUp({ begun: { secret, picture }, result }: WithResult & { begun: Begun }) {
  const spaced = secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
  return (
    <>
      <p>{say.scan}</p>
      <div className={styles.setUp}>
        <svg
          className={styles.picture}
          viewBox={`0 0 ${picture.size} ${picture.size}`}
          role="img"
          aria-label={say.picture}
        >
          <path d={picture.path} />
        </svg>
        <div className={styles.secret}>
          <span className={styles.label}>{say.secret}</span>
          <code>{spaced}</code>
          <CopyButton text={secret} what={say.secret} />
        </div>
      </div>
      <FactorForm
        of="confirm-app"
        button={say.confirm}
        isMain
        cancel={{ change: 'cancel-app', button: say.cancel }}
      >
        <Field
          label={say.firstCode}
          name="confirm-app-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          result={result}
          required
        />
      </FactorForm>
    </>
  )
}

type Begun = NonNullable<AppSectionProps['begun']>

function TurnOff({ result }: WithResult) {
  return (
    <details className={styles.fold} open={isAbout(result, 'turn-app-off') || undefined}>
      <summary>{say.turnOff}</summary>
      <FactorForm of="turn-app-off" button={say.confirmOff}>
        <PasswordField of="turn-app-off" result={result} />
        <Field
          label={say.codeOfEither}
          name="turn-app-off-code"
          autoComplete="one-time-code"
          result={result}
          required
        />
      </FactorForm>
    </details>
  )
}

/** Asks for the password again. `of` names the form. */
export function PasswordField({ of, result }: { of: string } & WithResult) {
  return (
    <Field
      label={password}
      name={`${of}-password`}
      type="password"
      autoComplete="current-password"
      result={result}
      required
    />
  )
}
