import type { Kysely } from 'kysely'
import type { AlertMessage, AlertSubject } from '#server/models/alerts/messages.ts'
import { readVisibleProjects } from '#server/store/accounts/visible-projects.ts'
import type { ChannelRow } from '#server/store/alerts/channels.ts'
import { findChoices } from '#server/store/notifications/choices.ts'
import { findReachable, listProjectsOf } from '#server/store/notifications/concerned.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface Addressed {
  channel: Pick<ChannelRow, 'kind' | 'settings'>
  content: AlertMessage
}

/**
 * Addresses a message to an account at the moment of a try: by its address as it is now, and without what it no longer sees.
 * Says why nothing may be sent, where nothing may.
 */
export async function addressToAccount(
  db: Kysely<Database>,
  { kind, settings, accountId }: ChannelRow & { accountId: number },
  content: AlertMessage,
): Promise<Addressed | { ended: string }> {
  const account = await findReachable(db, accountId)
  if (account === undefined) return { ended: 'The account is disabled' }
  const { choices } = await findChoices(db, accountId)
  if (kind === 'email' && choices.isMailOff) return { ended: 'The account ended all mail' }
  const sees = await readVisibleProjects(db, account)
  const subjects = await listSeen(db, content, sees)
  const sections = sectionsSeen(content, sees)
  const isAnyLost = subjects.length === 0 && content.subjects.length > 0
  if (isAnyLost || (sections?.length === 0 && content.subjects.length === 0))
    return { ended: 'The account no longer sees the project' }
  const channel = { kind, settings: kind === 'email' ? { to: account.email } : settings }
  return { channel, content: { ...content, subjects, ...(sections && { sections }) } }
}

async function listSeen(
  db: Kysely<Database>,
  { subjects, to }: AlertMessage,
  sees: 'all' | readonly number[],
) {
  if (sees === 'all') return subjects
  const idOf = ({ id }: AlertSubject) => Number(id.slice('issue:'.length))
  const issues = subjects.filter(({ kind }) => kind === 'issue')
  const projects = await listProjectsOf(db, issues.map(idOf))
  const others = new Map(to?.projects)
  const projectOf = (subject: AlertSubject) =>
    subject.kind === 'issue' ? projects.get(idOf(subject)) : others.get(subject.id)
  return subjects.filter((subject) => sees.includes(projectOf(subject) ?? 0))
}

function sectionsSeen({ sections }: AlertMessage, sees: 'all' | readonly number[]) {
  if (sees === 'all') return sections
  return sections
    ?.map(({ title, lines }) => ({ title, lines: lines.filter(({ projectId }) => sees.includes(projectId)) }))
    .filter(({ lines }) => lines.length > 0)
}
