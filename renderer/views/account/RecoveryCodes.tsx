import type { ActionResult } from '#renderer/page/action.ts'
import { recovery as say } from '#renderer/texts/account/factors.ts'
import { CopyButton } from '#renderer/ui/content/CopyButton.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { PasswordField } from './AppSection.tsx'
import { FactorForm, isAbout } from './FactorForm.tsx'
import styles from './Factors.module.css'

/** New codes, which are shown this once. */
export function NewRecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Section title={say.title} aside={<CopyButton text={codes.join('\n')} what={say.title} />}>
      <div className={styles.body}>
        <Notice tone="warning">{say.once}</Notice>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button type="button" data-needs-script onClick={() => window.print()}>
          {say.print}
        </Button>
      </div>
    </Section>
  )
}

export function RecoverySection({ left, result }: { left: number; result: ActionResult | undefined }) {
  return (
    <Section title={say.title} note={say.left(left)}>
      <div className={styles.body}>
        <p>{say.what}</p>
        <details className={styles.fold} open={isAbout(result, 'renew-codes') || undefined}>
          <summary>{say.renewFold}</summary>
          <FactorForm of="renew-codes" button={say.renew}>
            <p>{say.renewNote}</p>
            <PasswordField of="renew-codes" result={result} />
          </FactorForm>
        </details>
      </div>
    </Section>
  )
}
