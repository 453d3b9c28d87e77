import type { PageContext } from 'vike/types'
import { VikeReactProviderPageContext } from 'vike-react/usePageContext'
import styles from './catalogue.module.css'
import { chartSpecimens } from './chart-specimens.tsx'
import { contentSpecimens } from './content-specimens.tsx'
import { eventSpecimens } from './event-specimens.tsx'
import { formSpecimens } from './form-specimens.tsx'
import { foundationSpecimens } from './foundation-specimens.tsx'
import { frameSpecimens } from './frame-specimens.tsx'
import { issueSpecimens } from './issue-specimens.tsx'
import type { Specimen } from './specimen.ts'

/** @internal */
export const specimenGroups: readonly (readonly [name: string, specimens: readonly Specimen[]])[] = [
  ['Foundations', foundationSpecimens],
  ['Forms', formSpecimens],
  ['Content', contentSpecimens],
  ['Issues', issueSpecimens],
  ['Events', eventSpecimens],
  ['Charts and traces', chartSpecimens],
  ['Frame', frameSpecimens],
]

/** Everything twice: in light, and in dark. */
export function Catalogue() {
  const pageContext = { urlOriginal: '/catalogue', config: {} } as unknown as PageContext // what forms read of it
  return (
    <VikeReactProviderPageContext pageContext={pageContext}>
      <main className={styles.page}>
        <h1>Catalogue</h1>
        {specimenGroups.map(([name, specimens]) => (
          <section key={name} className={styles.section}>
            <h2>{name}</h2>
            {specimens.map((specimen) => (
              <article key={specimen.name} className={styles.specimen}>
                <h3>{specimen.name}</h3>
                <div className={styles.themes}>
                  {(['light', 'dark'] as const).map((scheme) => (
                    <div key={scheme} className={styles.ground} style={{ colorScheme: scheme }}>
                      {specimen.states.map((state) => (
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
