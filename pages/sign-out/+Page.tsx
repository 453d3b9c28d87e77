import { Form } from '../../renderer/navigation/Form.tsx'
import { useFrame } from '../../renderer/page-data.ts'
import { PageHead } from '../../renderer/ui/content/PageHead.tsx'
import { Button } from '../../renderer/ui/form/Button.tsx'

/** For who comes by the address: the side bar's button signs out at once. */
export default function SignOutPage() {
  const { viewer } = useFrame()
  return (
    <>
      <PageHead title="Sign out" intro={viewer && `You are signed in as ${viewer.email}.`} />
      <Form>
        <Button weight="main">Sign out</Button>
      </Form>
    </>
  )
}
