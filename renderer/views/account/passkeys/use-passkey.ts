import { type MouseEvent, useRef, useState } from 'react'
import { useHydrated } from 'vike-react/useHydrated'
import type { PasskeyAnswer } from '#renderer/forms/passkey-dialog.ts'

type Dialog = typeof import('#renderer/forms/passkey-dialog.ts')

/**
 * Gives what a form needs that sends what the browser signed: a field for that, a hidden button that sends it, and what the button does
 * that asks for a passkey. Before the page's script runs, a click on it would be lost, so it is disabled until then.
 */
export function usePasskey(ask: (dialog: Dialog, button: HTMLButtonElement) => Promise<PasskeyAnswer>) {
  const isReady = useHydrated()
  const [failure, setFailure] = useState<string>()
  const credential = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)

  async function onClick({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    if (!currentTarget.form?.reportValidity()) return
    setFailure(undefined)
    const answer = await ask(await import('#renderer/forms/passkey-dialog.ts'), currentTarget)
    if ('failure' in answer) return setFailure(answer.failure)
    if (credential.current) credential.current.value = answer.credential
    submit.current?.click()
  }

  return { failure, credential, submit, button: { onClick, disabled: !isReady } }
}
