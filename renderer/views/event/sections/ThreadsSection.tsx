import { threads as say, sections, showAll } from '#renderer/texts/issues/event.ts'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { StackRows } from '#renderer/views/event/stack/StackRows.tsx'
import { stateText, threadText } from '#renderer/views/event/stack/thread-text.ts'
import type { EditorSetting } from '#server/models/editor.ts'
import type { NormalizedThread } from '#server/processing/event.ts'
import styles from './ThreadsSection.module.css'

interface ThreadsSectionProps {
  threads: readonly NormalizedThread[]
  editor: EditorSetting | null
}

const SHOWN = 8

/** The other threads at the time of the event, each collapsed under its name. */
export function ThreadsSection({ threads, editor }: ThreadsSectionProps) {
  if (threads.length === 0) return null
  const more = threads.slice(SHOWN)
  return (
    <Section id="threads" title={sections.threads} note={say.count(threads.length)}>
      <ThreadList threads={threads.slice(0, SHOWN)} editor={editor} />
      {more.length > 0 && (
        <details className={styles.more}>
          <summary className={styles.line}>{showAll(more.length, say.noun)}</summary>
          <ThreadList threads={more} editor={editor} />
        </details>
      )}
    </Section>
  )
}

function ThreadList({ threads, editor }: ThreadsSectionProps) {
  return (
    <ul className={styles.threads}>
      {threads.map((thread, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ids may be missing or repeat, and threads never change places
        <li key={index}>
          <Thread thread={thread} editor={editor} />
        </li>
      ))}
    </ul>
  )
}

function Thread({ thread, editor }: { thread: NormalizedThread; editor: EditorSetting | null }) {
  const frames = thread.stacktrace?.frames ?? []
  if (frames.length === 0) {
    return (
      <div className={styles.line}>
        <ThreadName thread={thread} />
      </div>
    )
  }
  return (
    <details className={styles.thread}>
      <summary className={styles.line}>
        <ThreadName thread={thread} />
        <span className={styles.count}>{say.frames(frames.length)}</span>
      </summary>
      <div className={styles.stack}>
        <StackRows frames={frames} editor={editor} />
      </div>
    </details>
  )
}

function ThreadName({ thread }: { thread: NormalizedThread }) {
  const { state, crashed, main } = thread
  return (
    <>
      <code className={styles.name}>
        <bdi>{threadText(thread)}</bdi>
      </code>
      {crashed && <Tag tone="alarm">{say.crashed}</Tag>}
      {main && <Tag>{say.main}</Tag>}
      {state !== undefined && (
        <span className={styles.state}>
          <bdi>{stateText(state)}</bdi>
        </span>
      )}
    </>
  )
}
