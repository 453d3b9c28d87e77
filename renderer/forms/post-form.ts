import type { ActionPayload } from '#renderer/page/payload.ts'

export interface FormAnswer {
  payload: ActionPayload
  answeredAt: string | null
}

/**
 * Posts a form to its page. Undefined if no usable answer came, so that the browser should submit the
 * form.
 */
export async function postForm(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  request: typeof fetch = fetch,
): Promise<FormAnswer | undefined> {
  const fields = new FormData(form, submitter)
  try {
    const response = await request(location.href, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: form.enctype === 'multipart/form-data' ? fields : urlEncoded(fields),
    })
    const payload: unknown = await response.json()
    return isActionPayload(payload) ? { payload, answeredAt: response.headers.get('date') } : undefined
  } catch {
    return undefined // The browser is offline, or a proxy answered. The browser itself shows what is wrong.
  }
}

/** Submits the form as the browser would without scripts, including the pressed button. */
export function submitNatively(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (submitter instanceof HTMLButtonElement && submitter.name !== '') {
    const pressed = document.createElement('input')
    pressed.type = 'hidden'
    pressed.name = submitter.name
    pressed.value = submitter.value
    form.append(pressed)
  }
  HTMLFormElement.prototype.submit.call(form) // A field named "submit" would hide this method.
}

function urlEncoded(fields: FormData): URLSearchParams {
  return new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
}

function isActionPayload(value: unknown): value is ActionPayload {
  if (typeof value !== 'object' || value === null) return false
  return ('action' in value && 'data' in value) || 'redirect' in value || 'error' in value
}
