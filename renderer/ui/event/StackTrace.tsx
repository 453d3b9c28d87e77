import type { NormalizedException, NormalizedFrame } from '../../../server/processing/event.ts'
import { clipText, formatCount } from '../../format.ts'
import { LongText } from '../content/LongText.tsx'
import { Section } from '../content/Section.tsx'
import { Tag } from '../content/Tag.tsx'
import { Code } from './Code.tsx'
import styles from './StackTrace.module.css'
import { type StackRow, stackRows } from './stack-rows.ts'

/** The exception and its causes, the outermost first. On the wire they come the other way round. */
export function StackTrace({ exceptions }: { exceptions: NormalizedException[] }) {
  return (
    <Section title="Stack trace" note="latest call first">
      <ol>
        {exceptions.toReversed().map((exception, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: causes have no identity and never change places
          <li key={index} className={styles.exception}>
            {index > 0 && <p className={styles.cause}>caused by</p>}
            <Exception exception={exception} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Exception({ exception }: { exception: NormalizedException }) {
  const rows = stackRows(exception.stacktrace?.frames ?? [])
  return (
    <>
      <div className={styles.what}>
        <h3>
          <bdi>{clipText(exception.type ?? 'Thrown value', 300)}</bdi>
          {exception.mechanism?.handled === false && <Tag>unhandled</Tag>}
        </h3>
        <div className={styles.message}>
          <LongText name="Message of the exception" text={exception.value ?? ''} />
        </div>
      </div>
      {rows.length === 0 && <p className={styles.none}>It came without a stack.</p>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stack's rows never change places
        <Row key={index} row={row} />
      ))}
    </>
  )
}

function Row({ row }: { row: StackRow }) {
  if (row.kind === 'folded') {
    return (
      <details className={styles.folded}>
        <summary>{foldedLabel(row)}</summary>
        {row.frames.map((frame, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stack's frames never change places
          <FrameLine key={index} frame={frame} />
        ))}
      </details>
    )
  }
  if (row.frame.context_line === undefined) return <FrameLine frame={row.frame} times={row.times} />
  return (
    <details className={styles.frame} open={row.isOpen}>
      <summary>
        <FrameLine frame={row.frame} times={row.times} />
      </summary>
      <Code frame={row.frame} />
    </details>
  )
}

function FrameLine({ frame, times = 1 }: { frame: NormalizedFrame; times?: number }) {
  return (
    <div className={styles.line}>
      <code className={styles.function}>
        <bdi>{functionOf(frame)}</bdi>
        {times > 1 && <span className={styles.times}> × {times}</span>}
      </code>
      <code className={styles.place}>
        <bdi>{placeOf(frame)}</bdi>
      </code>
    </div>
  )
}

/** SDKs write `?` for what has no name, engines `<anonymous>`. */
function functionOf({ function: name = '?' }: NormalizedFrame): string {
  return name === '?' || name === '<anonymous>' ? '(anonymous)' : clipText(name, 200)
}

function placeOf(frame: NormalizedFrame): string {
  const file = frame.filename ?? frame.abs_path ?? frame.module ?? 'unknown file'
  return [clipText(file, 300), frame.lineno, frame.lineno === undefined ? undefined : frame.colno]
    .filter((part) => part !== undefined)
    .join(':')
}

/** `6 frames in fastify, vike, react-dom`. */
function foldedLabel({ frames, packages }: { frames: NormalizedFrame[]; packages: string[] }): string {
  const count = formatCount(frames.length, 'frame')
  if (packages.length === 0) return `${count} outside the application`
  const named = packages.slice(0, 3).map((name) => clipText(name, 40))
  const more = packages.length > 3 ? ` and ${packages.length - 3} more` : ''
  return `${count} in ${named.join(', ')}${more}`
}
