import { ways as say } from '#renderer/texts/issues/event.ts'
import type { EventView } from '#server/desk/events/event-view.ts'
import type { EventDetail } from '#server/models/events.ts'

/** What an event has that others may lack: why one would open it. */
export function eventReasons({ payload }: EventDetail, { trace, feedback, logs }: EventView): string[] {
  const hasVariables = payload.exception.values.some(({ stacktrace }) =>
    stacktrace?.frames.some(({ vars }) => vars !== undefined),
  )
  return [
    ...(trace !== null && trace.spanCount > 0 ? [say.trace] : []),
    ...(hasVariables ? [say.variables] : []),
    ...(payload.breadcrumbs.values.length > 0 ? [say.trail] : []),
    ...(logs !== null ? [say.logs(logs.logs.length)] : []),
    ...(feedback.length > 0 ? [say.feedback] : []),
  ]
}
