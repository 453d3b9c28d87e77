import { projectPath } from '#renderer/paths.ts'
import { demoStrip as say } from '#renderer/texts/frame/frame.ts'
import styles from './DemoStrip.module.css'

/** Every page of the demo project says that its data is made up. */
export function DemoStrip({ slug, mayRemove }: { slug: string; mayRemove: boolean }) {
  return (
    <aside className={styles.strip} aria-label={say.label}>
      <strong>{say.title}</strong> {say.what}{' '}
      {mayRemove && <a href={`${projectPath(slug)}#remove`}>{say.remove}</a>}
    </aside>
  )
}
