import { Form } from '#renderer/forms/Form.tsx'
import { useFrame } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/account/accounts.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'

/** This page is for people who enter its address. The button in the side bar signs out at once. */
export default function SignOutPage() {
  const { viewer } = useFrame()
  return (
    <>
      <PageHead title={say.signOut} intro={viewer && say.signedInAs(viewer.email)} />
      <Form>
        <Button weight="main">{say.signOut}</Button>
      </Form>
    </>
  )
}
