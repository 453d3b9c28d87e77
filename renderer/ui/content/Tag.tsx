import type { ReactNode } from 'react'
import styles from './Tag.module.css'

export type Tone = 'plain' | 'alarm' | 'accent' | 'good'

/** A state in a word or two. */
export function Tag({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  )
}

/** An event's tags: name and value. */
export function Tags({ tags }: { tags: readonly (readonly [string, string])[] }) {
  return (
    <ul className={styles.tags}>
      {tags.map(([name, value]) => (
        <li key={`${name} ${value}`} className={styles.pair}>
          <bdi className={styles.name}>{name}</bdi>
          <bdi className={styles.value}>{value}</bdi>
        </li>
      ))}
    </ul>
  )
}
