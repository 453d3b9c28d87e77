import { eventPath } from '#renderer/paths.ts'

// Apart from paths.ts: only the pages of events load it.

/** What an event can be had as: server/hosting/event-files.ts. */
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

/** The event's page, with all of a large one. */
export function wholeEventPath({ issueId, eventId }: { issueId: number; eventId: string }): string {
  return `${eventPath(issueId, eventId)}?show=all`
}
