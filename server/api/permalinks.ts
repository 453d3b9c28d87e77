import { eventPath, issuePath } from '#renderer/paths.ts'

/** The pages' addresses that the API answers with. */
export interface Permalinks {
  /** The desk's address, without a slash at the end. */
  home: string
  issue(issueId: number): string
  event(issueId: number, eventId: string): string
}

export function createPermalinks(publicUrl: string): Permalinks {
  return {
    home: publicUrl,
    issue: (issueId) => publicUrl + issuePath(issueId),
    event: (issueId, eventId) => publicUrl + eventPath(issueId, eventId),
  }
}
