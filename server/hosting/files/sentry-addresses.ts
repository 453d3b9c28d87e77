import type { FastifyInstance } from 'fastify'
import { eventPath, issuePath, issuesPath } from '#renderer/paths.ts'

interface Named {
  issue: string
  event?: string
}

/**
 * Leads from the addresses of Sentry's pages, to which its clients link, to ours. The issue's page says whether there is such an
 * issue, and takes short ids too.
 */
export function serveSentryAddresses(app: FastifyInstance): void {
  const issue = '/organizations/desk/issues/:issue'
  for (const path of [issue, `${issue}/events/:event`]) {
    for (const url of [path, `${path}/`]) {
      app.get<{ Params: Named }>(url, (request, reply) => reply.redirect(pagePathOf(request.params), 302))
    }
  }
}

function pagePathOf({ issue, event }: Named): string {
  if (!/^\d{1,15}$/.test(issue)) return `${issuesPath()}/${encodeURIComponent(issue)}`
  return event === undefined ? issuePath(Number(issue)) : eventPath(Number(issue), event)
}
