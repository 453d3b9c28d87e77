import type { PageData } from '#renderer/page/page-data.ts'

/** The page's own data. Only the page knows its shape. */
export function pageOf({ page }: PageData): Record<string, unknown> {
  return typeof page === 'object' && page !== null ? { ...page } : {}
}

/**
 * What was done with the issue of a page, and what it is called, as text for a comparison. It includes the number of events
 * where that matters.
 */
export function handlingOf(data: PageData, withEvents: boolean): string {
  const { handling, issue } = pageOf(data)
  const { status, substatus, assignee, type, culprit, eventCount }: Record<string, unknown> = {
    ...Object(issue),
  }
  return JSON.stringify([handling, status, substatus, assignee, type, culprit, withEvents && eventCount])
}
