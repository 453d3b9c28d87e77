import { Form } from '../../renderer/navigation/Form.tsx'
import { useFrame } from '../../renderer/page-data.ts'
import * as say from '../../renderer/texts/accounts.ts'
import { PageHead } from '../../renderer/ui/content/PageHead.tsx'
import { Button } from '../../renderer/ui/form/Button.tsx'

/** For who comes by the address: the side bar's button signs out at once. */
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
