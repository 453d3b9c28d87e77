import { projectPath } from '../../paths.ts'
import styles from './DemoStrip.module.css'

/** On every page of the demo: nobody is to take it for what happened. */
export function DemoStrip({ slug }: { slug: string }) {
  return (
    <aside className={styles.strip} aria-label="Demo">
      <strong>Demo data.</strong> Invented, and marked on every page.{' '}
      <a href={`${projectPath(slug)}#remove`}>Remove it</a>
    </aside>
  )
}
