import { eventPath } from '#renderer/paths.ts'

// This is not part of paths.ts, because only the pages of events load it.

/** The formats in which an event can be downloaded (server/hosting/files/event-files.ts). */
export type EventFile = 'event.json' | 'event.md' | 'assistant.md' | 'stack.txt' | 'curl.txt'

export function eventFilePath(event: { issueId: number; eventId: string }, file: EventFile): string {
  return `${eventPath(event.issueId, event.eventId)}/${file}`
}

export function attachmentPath(event: { issueId: number; eventId: string }, attachmentId: number): string {
  return `${eventPath(event.issueId, event.eventId)}/attachments/${attachmentId}`
}

export function feedbackAttachmentPath(
  feedback: { projectSlug: string; feedbackId: string },
  attachmentId: number,
): string {
  return `/feedback/${feedback.projectSlug}/${feedback.feedbackId}/attachments/${attachmentId}`
}

/** The page of the event with all of its data. */
export function wholeEventPath({ issueId, eventId }: { issueId: number; eventId: string }): string {
  return `${eventPath(issueId, eventId)}?show=all`
}
