/** Values that a search can have whatever the events say, the most useful first. */
const OFFERED: Readonly<Record<string, readonly string[]>> = {
  is: [
    ...['unresolved', 'for_review', 'regressed', 'escalating', 'new', 'unhandled', 'ignored', 'archived'],
    ...['resolved', 'for_me', 'assigned', 'unassigned', 'bookmarked'],
  ],
  assigned: ['me', 'my_teams', 'none', 'any'],
  mentions: ['me', 'my_teams'],
  level: ['fatal', 'error', 'warning', 'info', 'debug'],
  'error.handled': ['true', 'false'],
  'error.unhandled': ['true', 'false'],
  firstseen: ['-1h', '-24h', '-7d', '+30d'],
  age: ['-1h', '-24h', '-7d', '+30d'],
  lastseen: ['-1h', '-24h', '-7d', '+7d'],
  timesseen: ['>10', '>100', '>1000', '1'],
  events: ['>10', '>100', '>1000', '1'],
  users: ['>0', '>10', '>100', '>1000'],
}

/** Undefined for a key whose values are those of the events. */
export function offeredValues(key: string): readonly string[] | undefined {
  const name = key.toLowerCase() === 'assignee' ? 'assigned' : key.toLowerCase()
  return Object.hasOwn(OFFERED, name) ? OFFERED[name] : undefined
}
