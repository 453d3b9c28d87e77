import type { Path } from '#renderer/paths.ts'

/** The pages that ask first. */
export const removeMemberPath = (id: number): Path => `/settings/members?remove=${id}`
export const deleteTeamPath = (id: number): Path => `/settings/teams?delete=${id}`
