import { projectPath } from '#renderer/paths.ts'
import { demoStrip as say } from '#renderer/texts/frame/frame.ts'
import styles from './DemoStrip.module.css'

/** On every page of the demo: nobody is to take it for what happened. */
export function DemoStrip({ slug }: { slug: string }) {
  return (
    <aside className={styles.strip} aria-label={say.label}>
      <strong>{say.title}</strong> {say.what} <a href={`${projectPath(slug)}#remove`}>{say.remove}</a>
    </aside>
  )
}
