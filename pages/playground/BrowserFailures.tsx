import { useState } from 'react'
import { Section } from '../../renderer/ui/content/Section.tsx'
import { Button } from '../../renderer/ui/form/Button.tsx'
import { Notice } from '../../renderer/ui/form/Notice.tsx'
import { priceOf } from './fail.ts'
import styles from './playground.module.css'

/** The ways a page can break where it is shown. They need a script, so without one they say so. */
export function BrowserFailures() {
  const [isBroken, setIsBroken] = useState(false)
  const [reported, setReported] = useState<string>()
  if (isBroken) priceOf(undefined)
  return (
    <Section title="In the browser" note="reported through the tunnel; no digest, since no server failed">
      <div className={styles.form}>
        <noscript>
          <Notice tone="warning">These buttons need JavaScript, which this browser does not run.</Notice>
        </noscript>
        <div className={styles.buttons} data-needs-script>
          <Button type="button" onClick={() => setIsBroken(true)}>
            While rendering
          </Button>
          <Button
            type="button"
            onClick={() => {
              setReported('An error was thrown in a click.')
              priceOf(undefined)
            }}
          >
            In a click
          </Button>
          <Button
            type="button"
            onClick={() => {
              setReported('A promise was rejected, and nobody listened.')
              void Promise.reject(new Error('The playground rejected a promise'))
            }}
          >
            In a promise
          </Button>
        </div>
        {reported !== undefined && (
          <Notice tone="done">
            <span role="status">{reported} The page lives on; the event is among the issues.</span>
          </Notice>
        )}
      </div>
    </Section>
  )
}
