import type { NormalizedException } from '#server/processing/event.ts'

/** One exception of an event, and those below it: the members of a group in the order of the group, or its one cause. */
export interface ExceptionNode {
  /** Its place in `exception.values`. */
  index: number
  below: ExceptionNode[]
}

type Exceptions = readonly Pick<NormalizedException, 'mechanism'>[]

/**
 * Says which exception is below which, from the outermost down: https://github.com/getsentry/rfcs/blob/main/text/0079-exception-groups.md.
 * Null where each was caused by the one after it in the list, as without any ids.
 */
export function exceptionTree(values: Exceptions): ExceptionNode | null {
  const nodes = values.map((_, index): ExceptionNode => ({ index, below: [] }))
  const byId = idsOf(values)
  // From the end of the list on, which is the order in which a group has its members.
  for (const node of nodes.toReversed().slice(1)) parentOf(node, nodes, values, byId)?.below.push(node)
  const isGroup = ({ index }: ExceptionNode) => values[index]?.mechanism?.is_exception_group === true
  const isTree = nodes.some((node) => node.below.length > 1 || (node.below.length > 0 && isGroup(node)))
  return (isTree && nodes.at(-1)) || null
}

/**
 * An exception comes before its parent in the list. The ids are foreign: they repeat, name nobody, themselves, or each other in
 * a circle. Whoever names no parent that comes later belongs to the next one, as in a list without ids.
 */
function parentOf(
  { index }: ExceptionNode,
  nodes: readonly ExceptionNode[],
  values: Exceptions,
  byId: ReadonlyMap<number, number>,
): ExceptionNode | undefined {
  const named = byId.get(values[index]?.mechanism?.parent_id ?? Number.NaN)
  return nodes[named !== undefined && named > index ? named : index + 1]
}

/** Of several with one id, the outermost has it. */
function idsOf(values: Exceptions): Map<number, number> {
  const byId = new Map<number, number>()
  for (const [index, { mechanism }] of values.entries())
    if (mechanism?.exception_id !== undefined) byId.set(mechanism.exception_id, index)
  return byId
}
