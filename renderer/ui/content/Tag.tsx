import type { ReactNode } from 'react'
import styles from './Tag.module.css'

export type TagTone = 'plain' | 'alarm' | 'accent' | 'good'

/** A state in one or two words. */
export function Tag({ tone = 'plain', children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  )
}
