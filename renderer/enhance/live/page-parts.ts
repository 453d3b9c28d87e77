import type { PageData } from '#renderer/page/page-data.ts'

/** A page's own data, whose shape only the page knows. */
export function pageOf({ page }: PageData): Record<string, unknown> {
  return typeof page === 'object' && page !== null ? { ...page } : {}
}

/** What people did with the issue of a page, to be compared; with how often it happened where that counts too. */
export function handlingOf(data: PageData, withEvents: boolean): string {
  const { handling, issue } = pageOf(data)
  const { status, substatus, assignee, eventCount }: Record<string, unknown> = { ...Object(issue) }
  return JSON.stringify([handling, status, substatus, assignee, withEvents && eventCount])
}
