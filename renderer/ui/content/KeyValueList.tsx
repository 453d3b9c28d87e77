import { Fragment, type ReactNode } from 'react'
import { clipText } from '#renderer/format/format.ts'
import styles from './KeyValueList.module.css'
import { LongText } from './LongText.tsx'

const LONGEST_NAME = 120
/** After a separator, and before a capital letter within a word. */
const BREAKS = /(?<=[_.\-/:])(?=[^_.\-/:])|(?<=[a-z])(?=[A-Z])/

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
            <bdi>
              <BreakableName name={name} />
            </bdi>
          </dt>
          <dd data-code={isCode || undefined}>
            {typeof value === 'string' ? <LongText name={name} text={value} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * A name such as `processor_count` or `organizationId`, which breaks between its words alone.
 * @internal
 */
export function BreakableName({ name }: { name: string }) {
  const [first, ...others] = clipText(name, LONGEST_NAME).split(BREAKS)
  return (
    <>
      {first}
      {others.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never change places
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  )
}
