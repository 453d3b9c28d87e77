import { acknowledgePath } from '#renderer/paths.ts'
import { tokenOf } from '#server/accounts/links/acknowledge-links.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'

export interface LinkOptions {
  /** Where links lead: the desk's address. */
  publicUrl: string
  /** What they are signed with. */
  key: string
}

/** Adds the links by which issues of a message are acknowledged. They are the same at each try, and are not stored. */
export function withLinks(
  { id, content }: { id: number; content: AlertMessage },
  { publicUrl, key }: LinkOptions,
): AlertMessage {
  const subjects = content.subjects.map((subject) => {
    const issueId = /^issue:(\d{1,15})$/.exec(subject.id)?.[1]
    if (issueId === undefined || content.isTest) return subject
    const token = tokenOf(key, { messageId: id, issueId: Number(issueId) })
    return { ...subject, acknowledgeUrl: `${publicUrl}${acknowledgePath(token)}` }
  })
  return { ...content, subjects }
}
