import { eventually } from './api-client.ts'
import type { DeskProcess } from './desk-process.ts'
import { sessionOf } from './sign-in-for-cookie.ts'

/** Gives the path of an event's page, which is in the path of its issue. */
export async function pathOfEvent(desk: DeskProcess, eventId: string): Promise<string> {
  const cookie = await sessionOf(desk)
  return eventually('the event', async () => {
    const answer = await fetch(`${desk.url}/digests/${eventId}`, { headers: { cookie }, redirect: 'manual' })
    return answer.headers.get('location') ?? undefined
  })
}
