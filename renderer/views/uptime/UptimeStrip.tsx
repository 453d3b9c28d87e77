import { use } from 'react'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { formatReaderTime } from '#renderer/format/reader-time.ts'
import * as say from '#renderer/texts/uptime/checks.ts'
import type { StripCell } from '#server/models/uptime/checks.ts'
import styles from './uptime.module.css'

interface UptimeStripProps {
  /** The oldest first. */
  cells: readonly StripCell[]
  /** What the whole strip is about. */
  label: string
  isTall?: boolean
}

/** The parts of a time: their height and colour show whether all checks in them found it up. */
export function UptimeStrip({ cells, label, isTall = false }: UptimeStripProps) {
  const reader = use(ReaderContext)
  const count = (wanted: readonly string[]) => cells.filter((cell) => wanted.includes(stateOf(cell))).length
  const counts = { up: count(['up']), down: count(['down', 'partly']), none: count(['none']) }
  return (
    <span
      className={`${styles.strip} ${isTall ? styles.tall : ''}`}
      role="img"
      aria-label={say.stripLabel(label, counts)}
    >
      {cells.map((cell) => (
        <span
          key={cell.start}
          className={styles.cell}
          data-state={stateOf(cell)}
          data-bar
          title={`${formatReaderTime(cell.start, reader)}: ${say.cellText(cell)}`}
        />
      ))}
    </span>
  )
}

function stateOf({ up, down }: StripCell): 'up' | 'down' | 'partly' | 'none' {
  if (up + down === 0) return 'none'
  if (down === 0) return 'up'
  return up === 0 ? 'down' : 'partly'
}
