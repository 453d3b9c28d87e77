import type { ReactNode } from 'react'
import styles from './KeyValueList.module.css'
import { LongText } from './LongText.tsx'

export interface KeyValue {
  name: string
  value: ReactNode
  /** In mono; an `id` small enough for 32 characters to fit the side's width in one line. */
  isCode?: boolean | 'id'
}

/** `facts` sets short values at the right edge; `values` gives long ones the room of a second column. */
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
