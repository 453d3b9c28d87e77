import { Fragment } from 'react'
import styles from './UnbrokenWords.module.css'

/** A command, or a text with one. Its lines break between words, never after the hyphens of an option. */
export function UnbrokenWords({ text }: { text: string }) {
  return text.split(' ').map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words repeat, and never move
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={styles.word}>{word}</span>
    </Fragment>
  ))
}
