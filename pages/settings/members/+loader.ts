import type { LoaderContext } from '#renderer/page/loader.ts'
import { mayActAs, ROLES } from '#server/models/accounts/roles.ts'

export async function loader({ desk, viewer, url }: LoaderContext) {
  const role = viewer?.role ?? 'viewer'
  const members = (await desk.members.list()).map((member) => ({
    ...member,
    isViewer: member.id === viewer?.id,
    mayChange: mayActAs(role, member.role === 'owner' ? 'owner' : 'admin'),
  }))
  const toRemove = members.find(
    ({ id, mayChange }) => mayChange && String(id) === url.searchParams.get('remove'),
  )
  return { members, toRemove: toRemove ?? null, roles: ROLES.filter((each) => mayActAs(role, each)) }
}
