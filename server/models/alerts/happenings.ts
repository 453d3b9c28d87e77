/** What an alert can be about. The texts are in `renderer/texts/alerts/`, and those of messages in `server/alerts/compose/words.ts`. */
export const HAPPENINGS = [
  'new',
  'regressed',
  'resolved',
  'escalating',
  'rising',
  'first-in-release',
  'events',
  'users',
  'crash-free',
  'slower',
  'monitor-failed',
  'monitor-recovered',
  'uptime-failed',
  'uptime-recovered',
  'quota-near',
  'intake-refused',
  'disk-near-full',
  'maps-missing',
  'assigned',
  'mentioned',
  'commented',
  'updated',
  'digest',
] as const

export type Happening = (typeof HAPPENINGS)[number]

/** How loud a message is, where its channel knows that. */
export type Urgency = 'normal' | 'urgent'
