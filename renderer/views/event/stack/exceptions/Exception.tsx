import { clipText } from '#renderer/format/format.ts'
import { stack as say } from '#renderer/texts/issues/event.ts'
import { LongText } from '#renderer/ui/content/LongText.tsx'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { StackRows } from '#renderer/views/event/stack/StackRows.tsx'
import styles from '#renderer/views/event/stack/StackTrace.module.css'
import type { EditorSetting } from '#server/models/editor.ts'
import type { NormalizedException } from '#server/processing/event.ts'
import { mechanismText } from './mechanism-text.ts'

/** A heading shows the beginning of a longer message. */
const HEADING_CHARACTERS = 300

export interface PageHeading {
  type: string
  value: string
}

/** A heading shows a message in one line of text, cut after some length; every other message is shown here. */
export function isInHeading(
  { type, value = '' }: NormalizedException,
  heading: PageHeading | undefined,
): boolean {
  if (heading === undefined || value.length > HEADING_CHARACTERS || value.includes('\n')) return false
  return type === heading.type && value === heading.value
}

interface ExceptionProps {
  exception: NormalizedException
  editor: EditorSetting | null
  isInHeading: boolean
  /** An exception above this one said that the project has no source maps. */
  saidNoMaps?: boolean
}

/** One exception with its message and its calls. */
export function Exception({ exception, editor, isInHeading: isTold, saidNoMaps = false }: ExceptionProps) {
  const frames = exception.stacktrace?.frames ?? []
  const mechanism = mechanismText(exception)
  return (
    <>
      {!isTold && (
        <div className={styles.what}>
          <h3>
            <bdi>{typeText(exception)}</bdi>
            {exception.mechanism?.handled === false && <Tag>{say.unhandled}</Tag>}
          </h3>
          <div className={styles.message}>
            <LongText name={say.message} text={exception.value ?? ''} />
          </div>
        </div>
      )}
      {mechanism !== undefined && <p className={styles.none}>{mechanism}</p>}
      {frames.length === 0 && <p className={styles.none}>{say.none}</p>}
      <StackRows frames={frames} editor={editor} saidNoMaps={saidNoMaps} />
    </>
  )
}

export function typeText({ type }: NormalizedException): string {
  return clipText(type ?? say.untyped, 300)
}
