import { type FormHTMLAttributes, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useData } from 'vike-react/useData'
import { browserNavigation } from '#renderer/navigation/browser-navigation.ts'
import { type PageData, useActionResult } from '#renderer/page/page-data.ts'
import { cryptoRandom, poolRandom, randomHex } from '#telemetry/random.ts'

/** The field by which the server recognizes a form that was sent twice. */
const idempotencyField = 'idempotency-key'

/** Every form on a page has a random key, and the server renders many pages. */
const random = import.meta.env.SSR ? poolRandom(cryptoRandom) : cryptoRandom

type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'action' | 'method' | 'onSubmit'>

/**
 * A form that is posted to its own page, like all of ours. With JavaScript the result appears in place.
 * Without it, or after any error on the way, the browser submits the form.
 */
export function Form({ children, ...attributes }: FormProps) {
  const id = useId()
  const [key, setKey] = useState(() => renderedKey(id) ?? randomHex(random, 16))
  const rendered = useData<PageData>()
  const [isSubmitting, setSubmitting] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const underWay = useRef(false)
  const submitted = useRef(false)
  const result = useActionResult()

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    if (browserNavigation === undefined) return
    event.preventDefault()
    if (underWay.current) return // A second click does not submit the form again.
    underWay.current = true
    submitted.current = true
    setSubmitting(true)
    const { currentTarget, nativeEvent } = event
    await browserNavigation.submitForm(
      currentTarget,
      (nativeEvent as SubmitEventInit).submitter ?? null,
      rendered,
    )
    underWay.current = false
    setSubmitting(false)
    setKey(randomHex(random, 16))
  }

  useEffect(() => {
    if (result === undefined || !submitted.current) return
    submitted.current = false
    if (result.kind === 'done')
      form.current?.reset() // The form starts again, as after a page load.
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [result])

  return (
    <form {...attributes} ref={form} method="post" aria-busy={isSubmitting || undefined} onSubmit={onSubmit}>
      <input type="hidden" id={id} name={idempotencyField} value={key} readOnly />
      {children}
    </form>
  )
}

/**
 * The key that the server rendered stays, so that a form that was posted before this script ran counts as
 * the same one.
 */
function renderedKey(id: string): string | undefined {
  if (import.meta.env.SSR) return undefined
  const field = document.getElementById(id)
  return field instanceof HTMLInputElement ? field.value : undefined
}
