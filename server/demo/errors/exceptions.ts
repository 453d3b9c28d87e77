import type { DemoError, DemoMember } from './demo-error.ts'

/** An error's exceptions as SDKs send them, the outermost last. */
export function exceptionsOf(error: DemoError, value: string): Record<string, unknown>[] {
  const { type, isUnhandled, frames, cause, members } = error
  const mechanism = { type: isUnhandled ? 'onunhandledrejection' : 'generic', handled: !isUnhandled }
  if (members) return groupOf({ type, value, frames, members }, mechanism)
  const outer = { type, value, mechanism, stacktrace: { frames } }
  return cause
    ? [{ type: cause.type, value: cause.value, stacktrace: { frames: cause.frames } }, outer]
    : [outer]
}

/**
 * A group, and before it its members from the last to the first. Ids count from the outermost down:
 * https://develop.sentry.dev/sdk/data-model/event-payloads/exception/.
 */
function groupOf(outermost: DemoMember, mechanism: Record<string, unknown>): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = []
  const add = ({ type, value, frames, members }: DemoMember, place: Record<string, unknown>) => {
    const id = sent.length
    const grouped = { exception_id: id, ...(members && { is_exception_group: true }) }
    sent.push({ type, value, mechanism: { ...place, ...grouped }, stacktrace: { frames } })
    for (const [index, member] of members?.entries() ?? [])
      add(member, { type: 'chained', handled: true, source: `errors[${index}]`, parent_id: id })
  }
  add(outermost, mechanism)
  return sent.toReversed()
}
