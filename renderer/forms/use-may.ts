import { useFrame } from '#renderer/page/page-data.ts'
import { mayActAs, type Role } from '#server/models/accounts/roles.ts'

/** Whether the viewer's role is enough. What somebody may not do is not shown; the server refuses it in any case. */
export function useMay(needed: Role): boolean {
  const { viewer } = useFrame()
  return viewer !== undefined && mayActAs(viewer.role, needed)
}
