import type { ReactNode } from 'react'
import styles from './KeyValueList.module.css'
import { LongText } from './LongText.tsx'

export interface KeyValue {
  name: string
  value: ReactNode
  isCode?: boolean
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
          <dd data-code={isCode}>
            {typeof value === 'string' ? <LongText name={name} text={value} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
