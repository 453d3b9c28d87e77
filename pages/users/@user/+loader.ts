import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { renderBulkActions } from '#renderer/views/issue/static/static-html.tsx'
import { mayActAs } from '#server/models/accounts/roles.ts'

export async function loader({ desk, viewer, routeParams, scope }: LoaderContext) {
  const history = await desk.users.find(routeParams.user ?? '', scope.project)
  if (history === undefined) throw render(404)
  const bulk = mayActAs(viewer?.role ?? 'viewer', 'member')
    ? renderBulkActions({ assignees: await desk.accounts.listAssignees(), viewerId: viewer?.id ?? 0 })
    : null
  return { ...history, projectSlug: scope.project ?? null, bulk }
}
