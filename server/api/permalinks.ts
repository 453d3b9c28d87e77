/**
 * The pages' addresses that the API answers with. `renderer/paths.ts` owns them, and the server may not reach
 * into the renderer: a unit test holds the two together.
 */
export interface Permalinks {
  issue(issueId: number): string
  event(issueId: number, eventId: string): string
}

export function createPermalinks(publicUrl: string): Permalinks {
  return {
    issue: (issueId) => `${publicUrl}/issues/${issueId}`,
    event: (issueId, eventId) => `${publicUrl}/issues/${issueId}/events/${eventId}`,
  }
}
