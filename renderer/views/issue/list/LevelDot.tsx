import type { EventLevel } from '#server/processing/event.ts'
import styles from './LevelDot.module.css'

export function LevelDot({ level }: { level: EventLevel }) {
  return (
    <span className={styles.dot} data-level={level} data-dot role="img" aria-label={level} title={level} />
  )
}
