import { clipText } from '#renderer/format/format.ts'
import { editor as editorSays, stack as say } from '#renderer/texts/issues/event.ts'
import { maps } from '#renderer/texts/issues/source-maps.ts'
import { UnbrokenWords } from '#renderer/ui/content/UnbrokenWords.tsx'
import type { EditorSetting } from '#server/models/editor.ts'
import type { NormalizedFrame } from '#server/processing/event.ts'
import type { Explanation, UnmappedReason } from '#server/processing/frame-mapping.ts'
import { Code } from './Code.tsx'
import { editorLink } from './editor-link.ts'
import { FrameVars } from './FrameVars.tsx'
import { libraryName } from './package-of.ts'
import styles from './StackTrace.module.css'
import { type StackRow, stackRows } from './stack-rows.ts'

interface StackRowsProps {
  frames: readonly NormalizedFrame[]
  editor: EditorSetting | null
  /** A stack above this one said that the project has no source maps. */
  saidNoMaps?: boolean
}

/** The calls of one stack, the latest first. */
export function StackRows({ frames, editor, saidNoMaps = false }: StackRowsProps) {
  const told = new Set<string>(saidNoMaps ? [OF_PROJECT] : [])
  const noteOf = (row: StackRow) => (row.kind === 'frame' ? unmappedNote(row.frame, told) : null)
  return stackRows(frames).map((row, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a stack's rows never change places
    <Row key={index} row={row} editor={editor} note={noteOf(row)} />
  ))
}

interface RowProps {
  row: StackRow
  editor: EditorSetting | null
  /** Why the frame has no source or no code. */
  note: Explanation | null
}

function Row({ row, editor, note }: RowProps) {
  if (row.kind === 'frame') return <Frame {...row} editor={editor} note={note} />
  return (
    <details className={styles.folded}>
      <summary>{collapsedLabel(row)}</summary>
      {row.frames.map((frame, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stack's frames never change places
        <Frame key={index} frame={frame} times={1} isOpen={false} editor={editor} note={null} />
      ))}
    </details>
  )
}

type FrameProps = Omit<RowProps, 'row'> & { frame: NormalizedFrame; times: number; isOpen: boolean }

function Frame({ frame, times, isOpen, editor, note }: FrameProps) {
  const link = editor === null ? undefined : editorLink(frame, editor)
  if (frame.context_line === undefined && frame.vars === undefined && link === undefined) {
    return (
      <>
        <FrameLine frame={frame} times={times} />
        <ByFileName frame={frame} />
        {note !== null && <Unmapped {...note} />}
      </>
    )
  }
  return (
    <details className={styles.frame} open={isOpen}>
      <summary>
        <FrameLine frame={frame} times={times} />
      </summary>
      {frame.context_line !== undefined && <Code frame={frame} />}
      {frame.vars !== undefined && <FrameVars vars={frame.vars} line={frame.context_line} isOpen={isOpen} />}
      {frame.mapping?.isMapped && (
        <p className={styles.sent}>
          {maps.sentAs} <code>{maps.place(frame.mapping.sent)}</code>
        </p>
      )}
      <ByFileName frame={frame} />
      {note !== null && <Unmapped {...note} />}
      {link !== undefined && (
        <p className={styles.editor}>
          <a href={link} rel="external">
            {editorSays.open}
          </a>
        </p>
      )}
    </details>
  )
}

function ByFileName({ frame: { mapping } }: { frame: NormalizedFrame }) {
  if (!mapping?.isMapped || mapping.by !== 'file name') return null
  return <p className={styles.sent}>{maps.byFileName}</p>
}

function Unmapped({ problem, remedy, command }: Explanation) {
  return (
    <div className={styles.unmapped}>
      <p>
        {problem} {remedy}
      </p>
      {command !== null && (
        <code>
          <UnbrokenWords text={command} />
        </code>
      )}
    </div>
  )
}

/** The reason that applies to a whole project, and not to one script. */
const OF_PROJECT: UnmappedReason = 'nothing_uploaded'

/** Returns true if the stack shows the hint that the project has no source maps. */
export function saysNoMaps(frames: readonly NormalizedFrame[]): boolean {
  return frames.some(({ mapping }) => mapping?.isMapped === false && mapping.reason === OF_PROJECT)
}

/** Each reason is told once for each script, or once if it is about the project. */
function unmappedNote(
  { mapping, abs_path, filename }: NormalizedFrame,
  told: Set<string>,
): Explanation | null {
  if (mapping?.explanation === undefined) return null
  const reason = mapping.isMapped ? 'mapped' : mapping.reason
  const key = reason === OF_PROJECT ? reason : `${reason} ${abs_path ?? filename}`
  if (told.has(key)) return null
  told.add(key)
  return mapping.explanation
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

/** SDKs write `?` for functions without a name, and engines write `<anonymous>`. Native ones then have an address. */
function functionOf({ function: name = '?', instruction_addr }: NormalizedFrame): string {
  const isNamed = name !== '?' && name !== '<anonymous>'
  return isNamed ? clipText(name, 200) : (instruction_addr ?? say.anonymous)
}

function placeOf(frame: NormalizedFrame): string {
  const library = frame.package && libraryName(frame.package)
  const file = frame.filename ?? frame.abs_path ?? frame.module ?? library ?? say.unknownFile
  return [clipText(file, 300), frame.lineno, frame.lineno === undefined ? undefined : frame.colno]
    .filter((part) => part !== undefined)
    .join(':')
}

/** `6 frames in fastify, vike, react-dom`. */
function collapsedLabel({ frames, packages }: { frames: NormalizedFrame[]; packages: string[] }): string {
  if (packages.length === 0) return say.foldedOutside(frames.length)
  const named = packages.slice(0, 3).map((name) => clipText(name, 40))
  return say.foldedIn(frames.length, named.join(', '), packages.length - named.length)
}
