import { Scroller } from '#renderer/ui/page/Scroller.tsx'
import styles from './LongText.module.css'

const LONG_CHARACTERS = 800
const LONG_LINES = 14

/** Reported text of any size. Long text scrolls inside a box that the keyboard can reach. */
export function LongText({ name, text }: { name: string; text: string }) {
  const isLong = text.length > LONG_CHARACTERS || text.split('\n', LONG_LINES + 1).length > LONG_LINES
  if (!isLong) return <bdi>{text}</bdi>
  return (
    <Scroller name={name} className={styles.box}>
      <bdi>{text}</bdi>
    </Scroller>
  )
}
