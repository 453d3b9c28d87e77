import * as v from 'valibot'
import { anything, flag, number, text, textOrNull, timeOrNull } from './common.ts'

const avatar = v.object({ avatarType: text, avatarUuid: v.null() })

export const accountAnswer = v.object({
  id: text,
  name: text,
  username: text,
  email: text,
  isActive: flag,
  isManaged: flag,
  isStaff: flag,
  isSuperuser: flag,
  has2fa: flag,
  lastLogin: timeOrNull,
  avatar,
  emails: v.array(v.object({ id: text, email: text, is_verified: flag })),
})

export const regionsAnswer = v.object({ regions: v.array(v.object({ name: text, url: text })) })

export const organizationAnswer = v.object({
  id: text,
  slug: text,
  name: text,
  status: v.object({ id: text, name: text }),
  dateCreated: timeOrNull,
  isEarlyAdopter: flag,
  require2FA: flag,
  requireEmailVerification: flag,
  hasAuthProvider: flag,
  avatar,
  features: v.array(text),
  links: v.object({ organizationUrl: text, regionUrl: text }),
})

export const teamAnswer = v.object({
  id: text,
  slug: text,
  name: text,
  avatar,
  hasAccess: flag,
  memberCount: number,
})

export const environmentAnswer = v.object({ id: text, name: text })

export const projectReference = v.object({ id: text, slug: text, name: text })

export const projectAnswer = v.object({
  ...projectReference.entries,
  dateCreated: timeOrNull,
  status: text,
  environments: v.array(text),
  platform: textOrNull,
  organization: v.object({ id: text, slug: text, name: text }),
})

export const keyAnswer = v.object({
  id: text,
  name: text,
  label: text,
  public: text,
  projectId: number,
  isActive: flag,
  rateLimit: v.null(),
  dsn: v.object({ public: text, security: text, crons: text }),
  dateCreated: timeOrNull,
})

/** Who asks: `user` is null for a token of the organization. */
export const authenticationAnswer = v.object({
  version: text,
  auth: v.object({ scopes: v.array(text) }),
  user: v.nullable(v.object({ id: text, email: text, username: text })),
})

export const tokenAnswer = v.object({
  id: text,
  name: text,
  scopes: v.array(text),
  dateCreated: timeOrNull,
  expiresAt: timeOrNull,
  dateLastUsed: timeOrNull,
  application: v.null(),
  state: v.null(),
  owner: anything,
  projects: anything,
})

export const memberAnswer = v.object({
  id: text,
  email: text,
  name: text,
  orgRole: v.picklist(['viewer', 'member', 'admin', 'owner']),
  dateCreated: timeOrNull,
  pending: flag,
  expired: flag,
  user: v.object({ id: text, email: text, username: text, name: text, isActive: flag }),
  dateDisabled: timeOrNull,
  sessionCount: number,
})

export const sessionAnswer = v.object({
  id: text,
  dateCreated: timeOrNull,
  expiresAt: timeOrNull,
  ipAddress: textOrNull,
  userAgent: textOrNull,
})
