import { Suspense, use } from 'react'
import { Form } from '../../renderer/navigation/Form.tsx'
import { useActionResult, usePageData } from '../../renderer/page-data.ts'
import { playgroundPath } from '../../renderer/paths.ts'
import { PageHead } from '../../renderer/ui/content/PageHead.tsx'
import { Section } from '../../renderer/ui/content/Section.tsx'
import { Button, ButtonLink } from '../../renderer/ui/form/Button.tsx'
import { ActionNotice } from '../../renderer/ui/form/Notice.tsx'
import type { loader } from './+loader.ts'
import { BrowserFailures } from './BrowserFailures.tsx'
import { failIn, priceOf, type ServerFailureKind } from './fail.ts'
import styles from './playground.module.css'

const serverFailures: { kind: ServerFailureKind; name: string; what: string }[] = [
  { kind: 'loader', name: 'In the loader', what: 'An error while the data is read.' },
  { kind: 'render', name: 'While rendering', what: 'An error in a component, before anything was sent.' },
  { kind: 'stream', name: 'In the stream', what: 'An error after half of the page has left.' },
  { kind: 'cause', name: 'With causes', what: 'An error caused by one caused by another.' },
  { kind: 'string', name: 'A string', what: 'Something thrown that is not an error.' },
  { kind: 'null', name: 'Null', what: 'Nothing, thrown.' },
  { kind: 'frozen', name: 'A frozen error', what: 'One that nothing can be written to.' },
]

export default function PlaygroundPage() {
  const { fail } = usePageData<typeof loader>()
  failIn('render', fail)
  // Only the server's part is late: the browser, which tries again, finds nothing wrong.
  const late = fail === 'stream' && import.meta.env.SSR ? laterFailure() : undefined
  return (
    <>
      <PageHead title="Playground" intro="Break this desk on purpose, and find what broke by its digest." />
      <div className={styles.sections}>
        <Section title="On the server" note="each answers with the error screen and a digest">
          <ul className={styles.ways}>
            {serverFailures.map(({ kind, name, what }) => (
              <li key={kind}>
                {/* loaded whole, as a visitor would who opens the address */}
                <ButtonLink href={`${playgroundPath}?fail=${kind}`} rel="external">
                  {name}
                </ButtonLink>
                <span>{what}</span>
              </li>
            ))}
          </ul>
          {fail === 'stream' && (
            <Suspense fallback={<p className={styles.waiting}>This part follows …</p>}>
              <LatePart late={late} />
            </Suspense>
          )}
        </Section>
        <Section title="In an action" note="a form posted to this page">
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
          Work
        </Button>
        <Button name="outcome" value="refuse">
          Refuse
        </Button>
        <Button name="outcome" value="fail">
          Fail
        </Button>
      </Form>
    </div>
  )
}

function LatePart({ late }: { late: Promise<void> | undefined }) {
  if (late !== undefined) use(late)
  return <p className={styles.waiting}>This part is here.</p>
}

/** Fails when the shell has long left. */
async function laterFailure(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50))
  priceOf(undefined)
}
