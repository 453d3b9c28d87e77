import { Suspense, use } from 'react'
import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { playgroundPath } from '#renderer/paths.ts'
import { action, intro, server, title } from '#renderer/texts/errors/playground.ts'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { loader } from './+loader.ts'
import { BrowserFailures } from './BrowserFailures.tsx'
import { failIn, priceOf, type ServerFailureKind } from './fail.ts'
import styles from './playground.module.css'

// Every kind has a text, so the assertion on the keys holds.
const failures = Object.entries(server.failures) as [ServerFailureKind, readonly [string, string]][]

export default function PlaygroundPage() {
  const { fail } = usePageData<typeof loader>()
  failIn('render', fail)
  // Only the server's part is delayed and fails. The browser renders it again and finds no error.
  const late = fail === 'stream' && import.meta.env.SSR ? laterFailure() : undefined
  return (
    <>
      <PageHead title={title} intro={intro} />
      <div className={styles.sections}>
        <Section title={server.title} note={server.note}>
          <ul className={styles.ways}>
            {failures.map(([kind, [name, what]]) => (
              <li key={kind}>
                {/* The page is loaded as a document, as it is for a visitor who opens the address. */}
                <ButtonLink href={`${playgroundPath}?fail=${kind}`} rel="external">
                  {name}
                </ButtonLink>
                <span>{what}</span>
              </li>
            ))}
          </ul>
          {fail === 'stream' && (
            <Suspense fallback={<p className={styles.waiting}>{server.follows}</p>}>
              <LatePart late={late} />
            </Suspense>
          )}
        </Section>
        <Section title={action.title} note={action.note}>
          <ActionForm />
        </Section>
        <BrowserFailures />
      </div>
    </>
  )
}

function ActionForm() {
  return (
    <div className={styles.form}>
      <ActionNotice result={useActionResult()} />
      <Form className={styles.buttons}>
        <Button name="outcome" value="done">
          {action.work}
        </Button>
        <Button name="outcome" value="refuse">
          {action.refuse}
        </Button>
        <Button name="outcome" value="fail">
          {action.fail}
        </Button>
      </Form>
    </div>
  )
}

function LatePart({ late }: { late: Promise<void> | undefined }) {
  if (late !== undefined) use(late)
  return <p className={styles.waiting}>{server.isHere}</p>
}

/** Fails after the shell has been sent. */
async function laterFailure(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50))
  priceOf(undefined)
}
