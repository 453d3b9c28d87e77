import { Form } from '#renderer/forms/Form.tsx'
import { needsScript } from '#renderer/texts/account/factors.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { usePasskey } from './use-passkey.ts'

/** Signs in with a passkey: the page's action says what to sign, and gets what the browser signed. */
export function PasskeySignIn({ button, isMain = false }: { button: string; isMain?: boolean }) {
  const passkey = usePasskey((dialog, asked) => dialog.askPasskey(asked))
  return (
    <Form>
      {passkey.failure !== undefined && <Notice tone="refusal">{passkey.failure}</Notice>}
      <input ref={passkey.credential} type="hidden" name="credential" defaultValue="" />
      <Button
        type="button"
        name="with"
        value="ask-passkey"
        weight={isMain ? 'main' : 'quiet'}
        data-needs-script
        {...passkey.button}
      >
        {button}
      </Button>
      <button ref={passkey.submit} type="submit" name="with" value="passkey" hidden tabIndex={-1} />
      <noscript>
        <p>{needsScript}</p>
      </noscript>
    </Form>
  )
}
