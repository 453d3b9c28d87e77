/** What of the read API's answers the tests look at: Sentry's field names. */
export interface EventAnswer {
  eventID: string
  groupID: string
  platform: string
  release: unknown
  tags: { key: string; value: string }[]
  user: { id?: string; email?: string } | null
  contexts: Record<string, Record<string, unknown>>
  entries: { type: string; data: EntryData }[]
}

interface EntryData {
  values?: {
    type?: string
    value?: string
    category?: string
    message?: string | null
    mechanism?: { type: string; handled?: boolean | null } | null
    stacktrace?: { frames: FrameAnswer[] } | null
  }[]
}

export interface FrameAnswer {
  function?: string | null
  filename?: string | null
  inApp: boolean
  lineNo?: number | null
}

export function exceptionsOf(event: EventAnswer) {
  return event.entries.find(({ type }) => type === 'exception')?.data.values ?? []
}

export function breadcrumbsOf(event: EventAnswer) {
  return event.entries.find(({ type }) => type === 'breadcrumbs')?.data.values ?? []
}
