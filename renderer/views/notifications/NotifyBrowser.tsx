import { useRef, useState } from 'react'
import { useHydrated } from 'vike-react/useHydrated'
import { Form } from '#renderer/forms/Form.tsx'
import { subscribeBrowser } from '#renderer/forms/subscribe-browser.ts'
import * as say from '#renderer/texts/notifications/browsers.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import styles from './notifications.module.css'

/** The browser asks its user and subscribes, and the form then brings the subscription to the desk. */
export function NotifyBrowser({ publicKey }: { publicKey: string }) {
  const isReady = useHydrated()
  const [failure, setFailure] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const subscription = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)

  async function ask() {
    setFailure(undefined)
    setAsking(true)
    const answer = await subscribeBrowser(publicKey)
    setAsking(false)
    if ('failure' in answer) return setFailure(answer.failure)
    if (subscription.current) subscription.current.value = answer.subscription
    submit.current?.click()
  }

  return (
    <>
      <noscript>
        <p className={`${styles.foot} ${styles.add}`}>{say.needsScript}</p>
      </noscript>
      <Form className={`${styles.foot} ${styles.add}`} data-needs-script>
        {failure !== undefined && <Notice tone="refusal">{failure}</Notice>}
        <input ref={subscription} type="hidden" name="subscription" defaultValue="" />
        <Button type="button" onClick={ask} disabled={!isReady || isAsking}>
          {say.add}
        </Button>
        <button ref={submit} type="submit" name="change" value="add-browser" hidden tabIndex={-1} />
        <span>{say.untilSignOut}</span>
      </Form>
    </>
  )
}
