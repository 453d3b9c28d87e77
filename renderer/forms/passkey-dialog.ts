import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { isThere, noAnswer, noPasskeys, notUsed } from '#renderer/texts/account/factors.ts'

/** The browser's response as JSON, which the desk verifies, or a sentence that says why there is none. */
export type PasskeyAnswer = { credential: string } | { failure: string }

/** Asks the page's action what to sign, and the user for a passkey. `button` names the question, and its form goes along. */
export function askPasskey(button: HTMLButtonElement): Promise<PasskeyAnswer> {
  return answer(button, (optionsJSON: PublicKeyCredentialRequestOptionsJSON) =>
    startAuthentication({ optionsJSON }),
  )
}

/** The same, for a new passkey. */
export function makePasskey(button: HTMLButtonElement): Promise<PasskeyAnswer> {
  return answer(button, (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
    startRegistration({ optionsJSON }),
  )
}

async function answer<Options>(
  button: HTMLButtonElement,
  ask: (options: Options) => Promise<object>,
): Promise<PasskeyAnswer> {
  if (!window.PublicKeyCredential) return { failure: noPasskeys }
  const asked = await askDesk<Options>(button)
  if ('refusal' in asked) return { failure: asked.refusal }
  try {
    return { credential: JSON.stringify(await ask(asked.options)) }
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    return { failure: isKnown ? isThere : notUsed }
  }
}

async function askDesk<Options>(
  button: HTMLButtonElement,
): Promise<{ options: Options } | { refusal: string }> {
  const fields = new URLSearchParams([[button.name, button.value]])
  for (const [name, value] of new FormData(button.form ?? undefined)) fields.append(name, String(value))
  fields.delete('idempotency-key') // each question needs a new challenge
  try {
    const response = await fetch(location.href, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: fields,
    })
    const { action } = (await response.json()) as { action?: Answered<Options> } // our own page's action
    if (action === undefined) return { refusal: noAnswer }
    return action.kind === 'refused' ? { refusal: action.message } : action.value
  } catch {
    return { refusal: noAnswer } // offline, or the answer is a proxy's
  }
}

type Answered<Options> =
  | { kind: 'refused'; message: string }
  | { kind: 'done'; value: { options: Options } | { refusal: string } }
