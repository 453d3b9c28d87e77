import type { ReactNode } from 'react'
import { clipText } from '#renderer/format/format.ts'
import { files, stack as say, sections } from '#renderer/texts/issues/event.ts'
import { LongText } from '#renderer/ui/content/LongText.tsx'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { CopyFile } from '#renderer/views/event/sections/CopyFile.tsx'
import type { EditorSetting } from '#server/models/editor.ts'
import type { NormalizedException, NormalizedThread } from '#server/processing/event.ts'
import type { StackForms } from './frames-as-sent.ts'
import { StackRows } from './StackRows.tsx'
import { StackSwitch } from './StackSwitch.tsx'
import styles from './StackTrace.module.css'
import { threadText } from './thread-text.ts'

/** A heading shows the beginning of a longer message. */
const HEADING_CHARACTERS = 300

interface StackTraceProps {
  exceptions: NormalizedException[]
  /** The addresses of both forms of a stack with mapped frames. */
  forms?: StackForms | undefined
  /** The address of the stack as text. */
  textPath: string
  editor: EditorSetting | null
  /** What the page's heading says: an exception that says the same does not repeat it. */
  heading?: PageHeading | undefined
  /** The thread of the error, if it is known. */
  thread?: NormalizedThread | undefined
  /** Content below the stack. */
  children?: ReactNode
}

export interface PageHeading {
  type: string
  value: string
}

/** The exception and its causes, the outermost first. Events have them in the opposite order. */
export function StackTrace({
  exceptions,
  forms,
  textPath,
  editor,
  heading,
  thread,
  children,
}: StackTraceProps) {
  return (
    <Section
      id="stack"
      title={sections.stack}
      note={thread === undefined ? say.order : <ThreadNote thread={thread} />}
      aside={
        <>
          {forms !== undefined && <StackSwitch {...forms} />}
          <CopyFile href={textPath} what={sections.stack.toLowerCase()}>
            {files.stack}
          </CopyFile>
        </>
      }
    >
      <ol>
        {exceptions.toReversed().map((exception, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: causes have no identity and never change places
          <li key={index} className={styles.exception}>
            {index > 0 && <p className={styles.cause}>{say.causedBy}</p>}
            <Exception
              exception={exception}
              editor={editor}
              isInHeading={index === 0 && isInHeading(exception, heading)}
            />
          </li>
        ))}
      </ol>
      {children}
    </Section>
  )
}

function ThreadNote({ thread }: { thread: NormalizedThread }) {
  return (
    <>
      {say.order}, {say.inThread} <bdi>{threadText(thread)}</bdi>
    </>
  )
}

interface ExceptionProps {
  exception: NormalizedException
  editor: EditorSetting | null
  isInHeading: boolean
}

/** A heading shows a message in one line of text, cut after some length; every other message is shown here. */
function isInHeading({ type, value = '' }: NormalizedException, heading: PageHeading | undefined): boolean {
  if (heading === undefined || value.length > HEADING_CHARACTERS || value.includes('\n')) return false
  return type === heading.type && value === heading.value
}

function Exception({ exception, editor, isInHeading }: ExceptionProps) {
  const frames = exception.stacktrace?.frames ?? []
  return (
    <>
      {!isInHeading && (
        <div className={styles.what}>
          <h3>
            <bdi>{clipText(exception.type ?? say.untyped, 300)}</bdi>
            {exception.mechanism?.handled === false && <Tag>{say.unhandled}</Tag>}
          </h3>
          <div className={styles.message}>
            <LongText name={say.message} text={exception.value ?? ''} />
          </div>
        </div>
      )}
      {frames.length === 0 && <p className={styles.none}>{say.none}</p>}
      <StackRows frames={frames} editor={editor} />
    </>
  )
}
