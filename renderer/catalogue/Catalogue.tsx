import type { PageContext } from 'vike/types'
import { VikeReactProviderPageContext } from 'vike-react/usePageContext'
import styles from './catalogue.module.css'
import { chartExamples } from './chart-examples.tsx'
import { contentExamples } from './content-examples.tsx'
import { eventExamples } from './event-examples.tsx'
import type { Example } from './example.ts'
import { formExamples } from './form-examples.tsx'
import { foundationExamples } from './foundation-examples.tsx'
import { frameExamples } from './frame-examples.tsx'
import { issueExamples } from './issue-examples.tsx'

/** @internal */
export const exampleGroups: readonly (readonly [name: string, specimens: readonly Example[]])[] = [
  ['Foundations', foundationExamples],
  ['Forms', formExamples],
  ['Content', contentExamples],
  ['Issues', issueExamples],
  ['Events', eventExamples],
  ['Charts and traces', chartExamples],
  ['Frame', frameExamples],
]

/** Shows every example twice, in the light theme and in the dark one. */
export function Catalogue() {
  // Forms only read these parts of it.
  const pageContext = { urlOriginal: '/catalogue', config: {} } as unknown as PageContext
  return (
    <VikeReactProviderPageContext pageContext={pageContext}>
      <main className={styles.page}>
        <h1>Catalogue</h1>
        {exampleGroups.map(([name, specimens]) => (
          <section key={name} className={styles.section}>
            <h2>{name}</h2>
            {specimens.map((example) => (
              <article key={example.name} className={styles.specimen}>
                <h3>{example.name}</h3>
                <div className={styles.themes}>
                  {(['light', 'dark'] as const).map((scheme) => (
                    <div key={scheme} className={styles.ground} style={{ colorScheme: scheme }}>
                      {example.states.map((state) => (
                        <figure key={state.name}>
                          <figcaption>{state.name}</figcaption>
                          {state.shown}
                        </figure>
                      ))}
                    </div>
                  ))}
                </div>
              </article>
            ))}
          </section>
        ))}
      </main>
    </VikeReactProviderPageContext>
  )
}
