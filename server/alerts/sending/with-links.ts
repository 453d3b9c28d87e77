import { acknowledgePath } from '#renderer/paths.ts'
import { tokenOf } from '#server/accounts/links/acknowledge-links.ts'
import { isOfIncidents, isRecovery } from '#server/models/alerts/happenings.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'

export interface LinkOptions {
  /** Where links lead: the desk's address. */
  publicUrl: string
  /** What they are signed with. */
  key: string
}

/** Adds the links by which what a message is about is acknowledged: issues, and all else that fails. They are the same at each try, and are not stored. */
export function withLinks(
  { id, content }: { id: number; content: AlertMessage },
  { publicUrl, key }: LinkOptions,
): AlertMessage {
  const { isTest, happening } = content
  const subjects = content.subjects.map((subject, index) => {
    const issueId = /^issue:(\d{1,15})$/.exec(subject.id)?.[1]
    const isFailure = !isRecovery(happening) && !isOfIncidents(happening)
    if (isTest || (issueId === undefined && !isFailure)) return subject
    const about = issueId === undefined ? { index } : { issueId: Number(issueId) }
    const token = tokenOf(key, { messageId: id, ...about })
    return { ...subject, acknowledgeUrl: `${publicUrl}${acknowledgePath(token)}` }
  })
  return { ...content, subjects }
}
