import { clipText } from '../../format.ts'
import styles from '../content/Tag.module.css'

/** Sentry's own limit for a tag's value. */
const TAG_CHARACTERS = 200

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
