import type { Level } from '../../../server/processing/event.ts'
import styles from './LevelDot.module.css'

export function LevelDot({ level }: { level: Level }) {
  return (
    <span className={styles.dot} data-level={level} data-dot title={level}>
      <span className="visually-hidden">{level}: </span>
    </span>
  )
}
