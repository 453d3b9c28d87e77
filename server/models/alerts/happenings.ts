/** What an alert can be about. The texts are in `renderer/texts/alerts/`, and those of messages in `server/alerts/compose/words.ts`. */
export const HAPPENINGS = [
  'new',
  'regressed',
  'resolved',
  'acknowledged',
  'escalating',
  'rising',
  'events',
  'users',
  'monitor-failed',
  'monitor-recovered',
  'uptime-failed',
  'uptime-recovered',
  'certificate-ends',
  'crash-free-sessions',
  'crash-free-users',
  'slower-release',
  'maps-missing',
  'quota-near',
  'intake-refused',
  'disk-full',
  'assigned',
  'mentioned',
  'commented',
  'updated',
  'digest',
] as const

export type Happening = (typeof HAPPENINGS)[number]

/** Whether it says only what becomes of an incident: no one reads it, and it is sent to channels that have incidents. */
export function isOfIncidents(happening: Happening): boolean {
  return happening === 'resolved' || happening === 'acknowledged'
}

/** Whether it says that something works again: an incident is over with it. */
export function isRecovery(happening: Happening): boolean {
  return happening === 'monitor-recovered' || happening === 'uptime-recovered'
}

/** How loud a message is, where its channel knows that. */
export type Urgency = 'normal' | 'urgent'
