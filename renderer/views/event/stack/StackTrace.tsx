import type { ReactNode } from 'react'
import { files, stack as say, sections } from '#renderer/texts/issues/event.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import { CopyFile } from '#renderer/views/event/sections/CopyFile.tsx'
import type { EditorSetting } from '#server/models/editor.ts'
import type { NormalizedException, NormalizedThread } from '#server/processing/event.ts'
import type { ExceptionNode } from '#server/processing/stack/exception-tree.ts'
import { Exception, isInHeading, type PageHeading } from './exceptions/Exception.tsx'
import { ExceptionMembers } from './exceptions/ExceptionMembers.tsx'
import { ownSource } from './exceptions/source-text.ts'
import type { StackForms } from './frames-as-sent.ts'
import { saysNoMaps } from './StackRows.tsx'
import { StackSwitch } from './StackSwitch.tsx'
import styles from './StackTrace.module.css'
import { threadText } from './thread-text.ts'

interface StackTraceProps {
  exceptions: NormalizedException[]
  /** How they belong together; null where each caused the next. */
  tree?: ExceptionNode | null
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

/** The exception and what is below it: its causes, or the members of a group. Events have the outermost last. */
export function StackTrace({
  exceptions,
  tree = null,
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
      {tree === null ? (
        <Causes exceptions={exceptions} editor={editor} heading={heading} />
      ) : (
        <div className={styles.exception}>
          <ExceptionMembers node={tree} exceptions={exceptions} editor={editor} heading={heading} />
        </div>
      )}
      {children}
    </Section>
  )
}

type CausesProps = Pick<StackTraceProps, 'exceptions' | 'editor' | 'heading'>

/** The outermost first. */
function Causes({ exceptions, editor, heading }: CausesProps) {
  const saidNoMaps = saysNoMaps(exceptions.at(-1)?.stacktrace?.frames ?? [])
  return (
    <ol>
      {exceptions.toReversed().map((exception, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: causes have no identity and never change places
        <li key={index} className={styles.exception}>
          {index > 0 && (
            <p className={styles.cause}>
              {say.causedBy} <SourceNote exception={exception} />
            </p>
          )}
          <Exception
            exception={exception}
            editor={editor}
            isInHeading={index === 0 && isInHeading(exception, heading)}
            saidNoMaps={index > 0 && saidNoMaps}
          />
        </li>
      ))}
    </ol>
  )
}

function SourceNote({ exception }: { exception: NormalizedException }) {
  const source = ownSource(exception)
  return source === undefined ? null : <code>{source}</code>
}

function ThreadNote({ thread }: { thread: NormalizedThread }) {
  return (
    <>
      {say.order}, {say.inThread} <bdi>{threadText(thread)}</bdi>
    </>
  )
}
