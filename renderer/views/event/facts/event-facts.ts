import { clipText } from '#renderer/format/format.ts'
import { factNames as say } from '#renderer/texts/issues/event.ts'
import type { EventDetail } from '#server/models/events.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'

export interface Fact {
  name: string
  value: string
  isCode?: boolean | 'id'
}

/** Longer values are shown in full further down, under request and context. */
const FACT_CHARACTERS = 160

/** The most important facts of an event. Facts that it lacks are left out. */
export function eventFacts({ payload, userLabel, release, environment }: EventDetail): Fact[] {
  const { contexts } = payload
  return withValues([
    { name: say.person, value: userLabel },
    { name: say.page, value: pageOf(payload), isCode: true },
    { name: say.release, value: release },
    { name: say.environment, value: environment },
    { name: say.browser, value: nameAndVersion(contexts.browser) },
    { name: say.device, value: textIn(contexts.device, 'model') ?? textIn(contexts.device, 'family') },
  ])
}

/** The next most important facts. */
export function moreFacts({ payload, eventId }: EventDetail): Fact[] {
  const { contexts, request, sdk } = payload
  return withValues([
    { name: say.method, value: request?.method, isCode: true },
    { name: say.runtime, value: nameAndVersion(contexts.runtime) },
    { name: say.system, value: nameAndVersion(contexts.os) },
    { name: say.server, value: payload.server_name },
    { name: say.logger, value: payload.logger },
    { name: say.sdk, value: sdk && `${sdk.name} ${sdk.version}` },
    { name: say.trace, value: textIn(contexts.trace, 'trace_id'), isCode: 'id' },
    { name: say.event, value: eventId, isCode: 'id' },
  ])
}

interface MaybeFact {
  name: string
  value: string | null | undefined
  isCode?: boolean | 'id'
}

function withValues(facts: MaybeFact[]): Fact[] {
  return facts.flatMap(({ name, value, ...rest }) =>
    value === undefined || value === null || value === ''
      ? []
      : [{ name, value: clipText(value, FACT_CHARACTERS), ...rest }],
  )
}

/** Shows only the path, because the origin is mostly the same for all events of a project. */
function pageOf({ request, transaction }: NormalizedEvent): string | undefined {
  const url = request?.url === undefined ? null : URL.parse(request.url)
  return url === null ? (request?.url ?? transaction) : url.pathname + url.search
}

function nameAndVersion(context: Record<string, unknown> | undefined): string | undefined {
  const parts = [textIn(context, 'name'), textIn(context, 'version')].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(' ')
}

function textIn(context: Record<string, unknown> | undefined, name: string): string | undefined {
  const value = context?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
