import { clipText } from '#renderer/format/format.ts'
import { leftOut, sections } from '#renderer/texts/issues/event.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import styles from './PackagesSection.module.css'

/** The packages that were installed, by name. Collapsed at first: they are many, and seldom the cause. */
export function PackagesSection({ modules }: { modules: NormalizedEvent['modules'] }) {
  if (modules === undefined) return null
  return (
    <details className={styles.packages} id="packages">
      <summary>
        {sections.packages} <span className={styles.count}>{leftOut.packages(modules.length)}</span>
      </summary>
      <ul className={styles.list}>
        {modules
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, version]) => (
            <li key={name}>
              <bdi>{clipText(name, 128)}</bdi> <bdi className={styles.version}>{clipText(version, 128)}</bdi>
            </li>
          ))}
      </ul>
    </details>
  )
}
