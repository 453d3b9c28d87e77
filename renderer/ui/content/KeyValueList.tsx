import type { ReactNode } from 'react'
import styles from './KeyValueList.module.css'
import { LongText } from './LongText.tsx'

export interface KeyValue {
  name: string
  value: ReactNode
  /** Uses the monospaced font; `id` makes it small enough that 32 characters fit the side's width. */
  isCode?: boolean | 'id'
}

/** `facts` aligns short values at the right edge; `values` gives long ones a second column. */
export function KeyValueList({
  entries,
  shape = 'facts',
}: {
  entries: KeyValue[]
  shape?: 'facts' | 'values'
}) {
  return (
    <dl className={styles.list} data-shape={shape}>
      {entries.map(({ name, value, isCode }) => (
        <div key={name} className={styles.entry}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd data-code={isCode || undefined}>
            {typeof value === 'string' ? <LongText name={name} text={value} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
