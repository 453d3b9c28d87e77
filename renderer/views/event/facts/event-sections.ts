import { sections } from '#renderer/texts/issues/event.ts'
import { splitThreads } from '#renderer/views/event/stack/thread-text.ts'
import type { EventView } from '#server/desk/events/event-view.ts'
import type { EventDetail } from '#server/models/events.ts'
import { featureFlags } from './feature-flags.ts'

export interface SectionLink {
  id: SectionName
  title: string
}

/** Each name is also the section's anchor. */
export type SectionName = Exclude<keyof typeof sections, 'otherSides' | 'events'>

/** The sections for which an event has data, in the order of the page. */
export function listSections({ payload }: EventDetail, view: EventView): SectionLink[] {
  const { request, extra, contexts, user } = payload
  const has: Record<SectionName, boolean> = {
    stack: payload.exception.values.length > 0,
    message: payload.exception.values.length === 0,
    threads: splitThreads(payload).others.length > 0,
    feedback: view.feedback.length > 0,
    trail: true,
    logs: view.logs !== null,
    trace: view.trace !== null,
    request:
      request !== undefined &&
      [request.url, ...request.headers, ...(request.cookies ?? [])].some((part) => part !== undefined),
    flags: featureFlags(payload).length > 0,
    tags: payload.tags.length > 0,
    extra: Object.keys(extra).length > 0,
    context: [user ?? {}, ...Object.values(contexts)].some((values) => Object.keys(values).length > 0),
    packages: payload.modules !== undefined,
    images: payload.images !== undefined,
    attachments: view.attachments.length > 0,
    grouping: true,
  }
  const names = Object.keys(has) as SectionName[] // Each name in the list is a key of this record.
  return names.filter((name) => has[name]).map((id) => ({ id, title: sections[id] }))
}
