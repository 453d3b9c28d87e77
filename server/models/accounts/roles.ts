/** From the one that may do least to the one that may do most: each may do what those before it may. */
export const ROLES = ['viewer', 'member', 'admin', 'owner'] as const

/**
 * What an account may do. A viewer reads; a member works on issues too; an admin also has projects, members and settings;
 * an owner can do everything, and there is always one.
 */
export type Role = (typeof ROLES)[number]

/** Whether a role may do what another one is needed for. */
export function mayActAs(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** Reads a role's name; undefined for other text. */
export function parseRole(text: string): Role | undefined {
  return ROLES.find((role) => role === text)
}
