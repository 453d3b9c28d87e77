import { use, useEffect, useState, useTransition } from 'react'
import { browser as say } from '#renderer/texts/errors/playground.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { priceOf } from './fail.ts'
import styles from './playground.module.css'

/** The ways to break the page so that it cannot be shown any more. */
type Breakage = 'render' | 'effect' | 'awaited'

/** Breaks the page in the browser. This needs a script, and the section says so where none runs. */
export function BrowserFailures() {
  const [broken, setBroken] = useState<Breakage>()
  const [, startTransition] = useTransition() // Failures in here belong to the component, not to the window.
  const [reported, setReported] = useState<string>()
  if (broken === 'render') priceOf(undefined)
  return (
    <Section title={say.title} note={say.note}>
      <div className={styles.form}>
        <noscript>
          <Notice tone="warning">{say.needScript}</Notice>
        </noscript>
        <div className={styles.buttons} data-needs-script>
          <Button type="button" onClick={() => setBroken('render')}>
            {say.render}
          </Button>
          <Button type="button" onClick={() => setBroken('effect')}>
            {say.effect}
          </Button>
          <Button type="button" onClick={() => setBroken('awaited')}>
            {say.awaited}
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
            {say.transition}
          </Button>
          <Button
            type="button"
            onClick={() => {
              setReported(say.clicked)
              priceOf(undefined)
            }}
          >
            {say.click}
          </Button>
          <Button
            type="button"
            onClick={() => {
              setReported(say.rejected)
              void Promise.reject(new Error('The playground rejected a promise'))
            }}
          >
            {say.promise}
          </Button>
        </div>
        {broken === 'effect' && <BrokenEffect />}
        {broken === 'awaited' && <BrokenWait />}
        {reported !== undefined && (
          <Notice tone="done">
            <span role="status">
              {reported} {say.livesOn}
            </span>
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

/** The promise is created once, because React renders again while it waits for it. */
function BrokenWait() {
  rejected.promise ??= Promise.reject(
    new Error('The playground rejected a promise that a component waits for'),
  )
  return use(rejected.promise)
}
