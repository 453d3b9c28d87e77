import type { ReactNode } from 'react'
import type { EditorSetting } from '../../../server/desk-editor.ts'
import type { NormalizedException, NormalizedFrame } from '../../../server/processing/event.ts'
import { clipText, formatCount } from '../../format.ts'
import { files, editor as say, sections } from '../../texts/event.ts'
import { LongText } from '../content/LongText.tsx'
import { Section } from '../content/Section.tsx'
import { Tag } from '../content/Tag.tsx'
import { Code } from './Code.tsx'
import { CopyFile } from './CopyFile.tsx'
import { editorLink } from './editor-link.ts'
import { FrameVars } from './FrameVars.tsx'
import styles from './StackTrace.module.css'
import { type StackRow, stackRows } from './stack-rows.ts'

interface StackTraceProps {
  exceptions: NormalizedException[]
  /** Where it can be had as text. */
  textPath: string
  editor: EditorSetting | null
  /** At its foot. */
  children?: ReactNode
}

/** The exception and its causes, the outermost first. On the wire they come the other way round. */
export function StackTrace({ exceptions, textPath, editor, children }: StackTraceProps) {
  return (
    <Section
      id="stack"
      title={sections.stack}
      note="latest call first"
      aside={
        <CopyFile href={textPath} what={sections.stack.toLowerCase()}>
          {files.stack}
        </CopyFile>
      }
    >
      <ol>
        {exceptions.toReversed().map((exception, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: causes have no identity and never change places
          <li key={index} className={styles.exception}>
            {index > 0 && <p className={styles.cause}>caused by</p>}
            <Exception exception={exception} editor={editor} />
          </li>
        ))}
      </ol>
      {children}
    </Section>
  )
}

interface ExceptionProps {
  exception: NormalizedException
  editor: EditorSetting | null
}

function Exception({ exception, editor }: ExceptionProps) {
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
        <Row key={index} row={row} editor={editor} />
      ))}
    </>
  )
}

function Row({ row, editor }: { row: StackRow; editor: EditorSetting | null }) {
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
  const { frame, times, isOpen } = row
  const link = editor === null ? undefined : editorLink(frame, editor)
  if (frame.context_line === undefined && frame.vars === undefined && link === undefined) {
    return <FrameLine frame={frame} times={times} />
  }
  return (
    <details className={styles.frame} open={isOpen}>
      <summary>
        <FrameLine frame={frame} times={times} />
      </summary>
      {frame.context_line !== undefined && <Code frame={frame} />}
      {link !== undefined && (
        <p className={styles.editor}>
          <a href={link} rel="external">
            {say.open}
          </a>
        </p>
      )}
      {frame.vars !== undefined && <FrameVars vars={frame.vars} />}
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
