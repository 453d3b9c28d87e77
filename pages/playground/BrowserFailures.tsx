import { use, useEffect, useState, useTransition } from 'react'
import { Section } from '../../renderer/ui/content/Section.tsx'
import { Button } from '../../renderer/ui/form/Button.tsx'
import { Notice } from '../../renderer/ui/form/Notice.tsx'
import { priceOf } from './fail.ts'
import styles from './playground.module.css'

/** Where the page breaks so that nothing can be shown any more. */
type Breakage = 'render' | 'effect' | 'awaited'

/** The ways a page can break where it is shown. They need a script, so without one they say so. */
export function BrowserFailures() {
  const [broken, setBroken] = useState<Breakage>()
  const [, startTransition] = useTransition() // its failures are the component's, not the window's
  const [reported, setReported] = useState<string>()
  if (broken === 'render') priceOf(undefined)
  return (
    <Section title="In the browser" note="reported through the tunnel; no digest, since no server failed">
      <div className={styles.form}>
        <noscript>
          <Notice tone="warning">These buttons need JavaScript, which this browser does not run.</Notice>
        </noscript>
        <div className={styles.buttons} data-needs-script>
          <Button type="button" onClick={() => setBroken('render')}>
            While rendering
          </Button>
          <Button type="button" onClick={() => setBroken('effect')}>
            In an effect
          </Button>
          <Button type="button" onClick={() => setBroken('awaited')}>
            In awaited data
          </Button>
          <Button
            type="button"
            onClick={() =>
              startTransition(async () => {
                await Promise.resolve()
                priceOf(undefined)
              })
            }
          >
            In a transition
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
        {broken === 'effect' && <BrokenEffect />}
        {broken === 'awaited' && <BrokenWait />}
        {reported !== undefined && (
          <Notice tone="done">
            <span role="status">{reported} The page lives on; the event is among the issues.</span>
          </Notice>
        )}
      </div>
    </Section>
  )
}

function BrokenEffect() {
  useEffect(() => {
    priceOf(undefined)
  }, [])
  return null
}

const rejected: { promise?: Promise<never> } = {}

/** Made once, where it is first wanted: React asks again for what it waits for. */
function BrokenWait() {
  rejected.promise ??= Promise.reject(
    new Error('The playground rejected a promise that a component waits for'),
  )
  return use(rejected.promise)
}
