import { FrameField } from '#renderer/layout/menus/FrameField.tsx'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { signOut } from '#renderer/texts/account/accounts.ts'
import * as say from '#renderer/texts/account/factors.ts'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { FormPage } from '#renderer/ui/form/FormPage.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { AppSection } from '#renderer/views/account/AppSection.tsx'
import { EverybodySection } from '#renderer/views/account/EverybodySection.tsx'
import { PasskeySection } from '#renderer/views/account/passkeys/PasskeySection.tsx'
import { NewRecoveryCodes, RecoverySection } from '#renderer/views/account/RecoveryCodes.tsx'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'
import styles from './factors.module.css'

export default function FactorsPage() {
  const { hasFactor, isHeldUp, isOwner, isRequired, next, ...owned } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult<typeof action>()
  const value = result?.kind === 'done' ? result.value : undefined
  const codes = value && 'recoveryCodes' in value ? value.recoveryCodes : undefined
  const parts = (
    <div className={styles.parts}>
      <ActionNotice result={result} />
      {codes && <NewRecoveryCodes codes={codes} />}
      <AppSection {...owned} result={result} now={now} />
      <PasskeySection {...owned} result={result} now={now} />
      {hasFactor && !codes && <RecoverySection left={owned.recoveryCodesLeft} result={result} />}
      {isOwner && !isHeldUp && <EverybodySection isRequired={isRequired} />}
    </div>
  )
  if (!isHeldUp) {
    return (
      <div className={styles.page}>
        <PageHead title={say.title} intro={say.intro} />
        {parts}
      </div>
    )
  }
  return (
    <FormPage title={say.required.title} intro={hasFactor ? undefined : say.required.intro}>
      <div className={styles.heldUp}>
        {parts}
        {hasFactor && <ButtonLink href={next}>{say.required.goOn}</ButtonLink>}
        <form method="post">
          <FrameField does="sign-out" />
          <Button>{signOut}</Button>
        </form>
      </div>
    </FormPage>
  )
}
