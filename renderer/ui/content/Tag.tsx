import type { ReactNode } from 'react'
import { clipText } from '../../format.ts'
import styles from './Tag.module.css'

/** Sentry's own limit for a tag's value. */
const TAG_CHARACTERS = 200

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
          <bdi className={styles.name}>{clipText(name, 64)}</bdi>
          <bdi className={styles.value}>{clipText(value, TAG_CHARACTERS)}</bdi>
        </li>
      ))}
    </ul>
  )
}
