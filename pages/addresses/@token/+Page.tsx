import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { newAddress as say, worksUntil } from '#renderer/texts/account/links.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { FormPage } from '#renderer/ui/form/FormPage.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import styles from '#renderer/views/account/account.module.css'
import { ClosedLink, OtherAccount } from '#renderer/views/account/LinkPage.tsx'
import type { loader } from './+loader.ts'

export default function ConfirmAddressPage() {
  const { link } = usePageData<typeof loader>()
  const { viewer } = useFrame()
  const result = useActionResult()
  if (link.state !== 'open') return <ClosedLink {...say.closed[link.state]} />
  if (viewer !== undefined && viewer.email !== link.email)
    return <OtherAccount email={link.email} signedInAs={viewer.email} />
  return (
    <FormPage title={say.title} intro={say.intro(link.email, link.to)}>
      <Form>
        <ActionNotice result={result} />
        <Button weight="main">{say.button}</Button>
        <p className={styles.hint}>
          {worksUntil}
          <Time time={link.expiresAt} />.
        </p>
      </Form>
    </FormPage>
  )
}
