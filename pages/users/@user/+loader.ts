import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { renderBulkActions } from '#renderer/views/issue/static/static-html.tsx'
import { mayActAs } from '#server/models/accounts/roles.ts'

export async function loader({ desk, viewer, routeParams, scope }: LoaderContext) {
  const mayChange = mayActAs(viewer?.role ?? 'viewer', 'member')
  const [history, assignees] = await Promise.all([
    desk.users.find(routeParams.user ?? '', scope.project),
    mayChange ? desk.accounts.listAssignees() : undefined,
  ])
  if (history === undefined) throw render(404)
  const bulk = assignees ? renderBulkActions({ assignees, viewerId: viewer?.id ?? 0 }) : null
  return { ...history, projectSlug: scope.project ?? null, bulk }
}
