import { clipText } from '#renderer/format/format.ts'
import { factNames as say } from '#renderer/texts/issues/event.ts'
import type { EventDetail } from '#server/models/events.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'

export interface Fact {
  name: string
  value: string
  isCode?: boolean | 'id'
  /** The tag under which the fact is counted: it finds the other events with the same fact. */
  tag?: { key: string; value: string }
}

/** Longer values are shown in full further down, under request and context. */
const FACT_CHARACTERS = 160
/** Of a tag's value, as it is counted. */
const TAG_CHARACTERS = 200

/** The most important facts of an event. Facts that it lacks are left out. */
export function eventFacts({ payload, userLabel, userName, release, environment }: EventDetail): Fact[] {
  const { contexts, request, transaction } = payload
  const url = request?.url?.replace(/[?#].*/s, '')
  const model = textIn(contexts.device, 'model')
  const family = textIn(contexts.device, 'family')
  return withValues([
    { name: say.person, value: userLabel, tag: ['user', userName] },
    {
      name: say.page,
      value: pageOf(payload),
      isCode: true,
      tag: ['url', url],
    },
    {
      name: say.transaction,
      value: transactionOf(payload),
      isCode: true,
      tag: ['transaction', transaction],
    },
    { name: say.release, value: release, tag: ['release', release] },
    { name: say.environment, value: environment, tag: ['environment', environment] },
    {
      name: say.browser,
      value: nameAndVersion(contexts.browser),
      tag: ['browser', tagValueOf(contexts.browser)],
    },
    {
      name: say.device,
      value: model ?? family,
      tag: model === undefined ? ['device.family', family] : ['device', model],
    },
  ])
}

/** The next most important facts. */
export function moreFacts({ payload, eventId }: EventDetail): Fact[] {
  const { contexts, request, sdk } = payload
  return withValues([
    { name: say.method, value: request?.method, isCode: true },
    {
      name: say.runtime,
      value: nameAndVersion(contexts.runtime),
      tag: ['runtime', tagValueOf(contexts.runtime)],
    },
    { name: say.system, value: nameAndVersion(contexts.os), tag: ['os', tagValueOf(contexts.os)] },
    { name: say.server, value: payload.server_name, tag: ['server_name', payload.server_name] },
    { name: say.logger, value: payload.logger },
    { name: say.platform, value: payload.platform === 'other' ? undefined : payload.platform },
    { name: say.sdk, value: sdk && `${sdk.name} ${sdk.version}` },
    { name: say.trace, value: textIn(contexts.trace, 'trace_id'), isCode: 'id' },
    { name: say.event, value: eventId, isCode: 'id' },
  ])
}

interface MaybeFact {
  name: string
  value: string | null | undefined
  isCode?: boolean | 'id'
  tag?: readonly [key: string, value: string | null | undefined]
}

function withValues(facts: MaybeFact[]): Fact[] {
  return facts.flatMap(({ name, value, tag, ...rest }) => {
    if (value === undefined || value === null || value === '') return []
    return [{ name, value: clipText(value, FACT_CHARACTERS), ...rest, ...tagOf(tag) }]
  })
}

/** A longer value was cut when it was counted. */
function tagOf(tag: MaybeFact['tag']): Pick<Fact, 'tag'> {
  const [key, value] = tag ?? []
  if (key === undefined || value === undefined || value === null) return {}
  return value === '' || value.length > TAG_CHARACTERS ? {} : { tag: { key, value } }
}

/** A version without a name is not counted. */
function tagValueOf(context: Record<string, unknown> | undefined): string | undefined {
  return textIn(context, 'name') === undefined ? undefined : nameAndVersion(context)
}

/** Shows only the path, because the origin is mostly the same for all events of a project. */
function pageOf({ request }: NormalizedEvent): string | undefined {
  const url = request?.url === undefined ? null : URL.parse(request.url)
  return url === null ? request?.url : url.pathname + url.search
}

/** Says where an event happened as its application calls it; browsers often repeat the path. */
function transactionOf({ request, transaction }: NormalizedEvent): string | undefined {
  return transaction === URL.parse(request?.url ?? '')?.pathname ? undefined : transaction
}

function nameAndVersion(context: Record<string, unknown> | undefined): string | undefined {
  const parts = [textIn(context, 'name'), textIn(context, 'version')].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(' ')
}

function textIn(context: Record<string, unknown> | undefined, name: string): string | undefined {
  const value = context?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
