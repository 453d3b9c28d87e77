import { clipText } from '#renderer/format/format.ts'
import { stack as say, showAll, threads } from '#renderer/texts/issues/event.ts'
import { LongText } from '#renderer/ui/content/LongText.tsx'
import { StackRows, saysNoMaps } from '#renderer/views/event/stack/StackRows.tsx'
import stackStyles from '#renderer/views/event/stack/StackTrace.module.css'
import type { EditorSetting } from '#server/models/editor.ts'
import type { NormalizedException } from '#server/processing/event.ts'
import type { ExceptionNode } from '#server/processing/stack/exception-tree.ts'
import { Exception, isInHeading, type PageHeading, typeText } from './Exception.tsx'
import styles from './ExceptionMembers.module.css'
import { mechanismText } from './mechanism-text.ts'

interface TreeProps {
  node: ExceptionNode
  /** Those of the event, in its order. */
  exceptions: readonly NormalizedException[]
  editor: EditorSetting | null
}

/** Members after these are collapsed. */
const SHOWN = 10
/** A summary shows the beginning of a longer message. */
const SUMMARY_CHARACTERS = 200
/** Deeper lists are indented no further. */
const DEEPEST_INDENT = 6

/** The outermost exception of a tree, with those below it. */
export function ExceptionMembers({ heading, ...tree }: TreeProps & { heading: PageHeading | undefined }) {
  const exception = exceptionOf(tree)
  return (
    <>
      <Exception exception={exception} editor={tree.editor} isInHeading={isInHeading(exception, heading)} />
      <Below
        {...tree}
        depth={1}
        opened={firstWithCalls(tree)}
        saidNoMaps={saysNoMaps(exception.stacktrace?.frames ?? [])}
      />
    </>
  )
}

interface BelowProps extends TreeProps {
  depth: number
  /** The one exception that is open at first. */
  opened: number | undefined
  /** The outermost exception said that the project has no source maps. */
  saidNoMaps: boolean
}

/** A single cause follows its exception; members of a group are listed, each with what is below it. */
function Below({ node, ...tree }: BelowProps) {
  const [first] = node.below
  if (first === undefined) return null
  if (!isGroup({ node, ...tree })) {
    const below = { ...tree, node: first }
    return (
      <>
        <p className={stackStyles.cause}>{say.causedBy}</p>
        <Exception
          exception={exceptionOf(below)}
          editor={tree.editor}
          isInHeading={false}
          saidNoMaps={tree.saidNoMaps}
        />
        <Below {...below} />
      </>
    )
  }
  const more = node.below.slice(SHOWN)
  return (
    <>
      <p className={stackStyles.cause}>{say.members(node.below.length)}</p>
      <MemberList {...tree} members={node.below.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details className={styles.more}>
          <summary>{showAll(more.length, say.noun)}</summary>
          <MemberList {...tree} members={more} />
        </details>
      )}
    </>
  )
}

type MemberListProps = Omit<BelowProps, 'node'> & { members: readonly ExceptionNode[] }

function MemberList({ members, ...tree }: MemberListProps) {
  return (
    <ol className={styles.members} data-flat={tree.depth > DEEPEST_INDENT || undefined}>
      {members.map((node) => (
        <li key={node.index}>
          <Member {...tree} node={node} />
        </li>
      ))}
    </ol>
  )
}

/** A group is open, with its own calls collapsed, so that the tree can be seen; its members are not. */
function Member(tree: BelowProps) {
  const { node, editor, depth, opened, saidNoMaps } = tree
  const exception = exceptionOf(tree)
  const { value = '', stacktrace } = exception
  const frames = stacktrace?.frames ?? []
  const holdsOthers = isGroup(tree)
  const isTold = value.length <= SUMMARY_CHARACTERS && !value.includes('\n')
  if (frames.length === 0 && isTold && node.below.length === 0) {
    return (
      <div className={styles.line}>
        <MemberTitle exception={exception} />
      </div>
    )
  }
  const mechanism = mechanismText(exception)
  const calls = <StackRows frames={frames} editor={editor} saidNoMaps={saidNoMaps} />
  return (
    <details className={styles.member} open={holdsOthers || node.index === opened}>
      <summary className={styles.line}>
        <MemberTitle exception={exception} />
        {frames.length > 0 && <span className={styles.count}>{threads.frames(frames.length)}</span>}
      </summary>
      {!isTold && (
        <div className={styles.message}>
          <LongText name={say.message} text={value} />
        </div>
      )}
      {mechanism !== undefined && <p className={stackStyles.none}>{mechanism}</p>}
      {holdsOthers && frames.length > 0 ? (
        <details className={styles.calls}>
          <summary>{say.ownStack(frames.length)}</summary>
          {calls}
        </details>
      ) : (
        calls
      )}
      <Below {...tree} depth={depth + 1} />
    </details>
  )
}

function MemberTitle({ exception }: { exception: NormalizedException }) {
  const { value = '', mechanism } = exception
  const source = mechanism?.source && clipText(mechanism.source, 60)
  return (
    <span className={styles.title}>
      {source && <code className={styles.source}>{source}</code>}{' '}
      <bdi className={styles.type}>{typeText(exception)}</bdi>
      {value !== '' && (
        <>
          {' '}
          <bdi className={styles.value}>{clipText(value.replace(/\n.*/s, ' …'), SUMMARY_CHARACTERS)}</bdi>
        </>
      )}
    </span>
  )
}

/** The first exception with calls that is no group: groups say little themselves. */
function firstWithCalls(tree: TreeProps): number | undefined {
  const { node } = tree
  if (!isGroup(tree) && exceptionOf(tree).stacktrace !== undefined) return node.index
  for (const below of node.below) {
    const found = firstWithCalls({ ...tree, node: below })
    if (found !== undefined) return found
  }
  return undefined
}

function isGroup(tree: Pick<TreeProps, 'node' | 'exceptions'>): boolean {
  const { length } = tree.node.below
  return length > 1 || (length === 1 && exceptionOf(tree).mechanism?.is_exception_group === true)
}

function exceptionOf({ node, exceptions }: Pick<TreeProps, 'node' | 'exceptions'>): NormalizedException {
  return exceptions[node.index] ?? {}
}
