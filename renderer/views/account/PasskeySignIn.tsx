import { type MouseEvent, useRef, useState } from 'react'
import { Form } from '#renderer/forms/Form.tsx'
import { needsScript } from '#renderer/texts/account/factors.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'

/** Signs in with a passkey: the page's action says what to sign, and gets what the browser signed. */
export function PasskeySignIn({ button, isMain = false }: { button: string; isMain?: boolean }) {
  const [failure, setFailure] = useState<string>()
  const credential = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)

  async function onClick({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    setFailure(undefined)
    const { askPasskey } = await import('#renderer/forms/passkey-dialog.ts')
    const answer = await askPasskey(currentTarget)
    if ('failure' in answer) return setFailure(answer.failure)
    if (credential.current) credential.current.value = answer.credential
    submit.current?.click()
  }

  return (
    <Form>
      {failure !== undefined && <Notice tone="refusal">{failure}</Notice>}
      <input ref={credential} type="hidden" name="credential" defaultValue="" />
      <Button
        type="button"
        name="with"
        value="ask-passkey"
        weight={isMain ? 'main' : 'quiet'}
        data-needs-script
        onClick={onClick}
      >
        {button}
      </Button>
      <button ref={submit} type="submit" name="with" value="passkey" hidden tabIndex={-1} />
      <noscript>
        <p>{needsScript}</p>
      </noscript>
    </Form>
  )
}
