/**
 * The keys of issues as their users write them, the most useful first: those that ISSUE_KEYS reads, and the tags that are
 * made of every event. Other names for the same, such as `assignee`, are left out.
 */
export const ISSUE_KEY_NAMES = [
  ...[
    'is',
    'assigned',
    'mentions',
    'level',
    'environment',
    'release',
    'firstRelease',
    'user',
    'browser',
    'os',
  ],
  ...['firstSeen', 'lastSeen', 'timesSeen', 'users', 'error.type', 'message', 'transaction', 'url'],
  ...['user.id', 'user.email', 'user.username', 'user.ip', 'device', 'runtime', 'platform', 'has', 'project'],
  ...[
    'error.unhandled',
    'error.handled',
    'error.mechanism',
    'stack.filename',
    'stack.function',
    'stack.module',
  ],
  ...[
    'http.method',
    'http.status_code',
    'http.url',
    'type',
    'title',
    'culprit',
    'version',
    'dist',
    'server_name',
  ],
  ...[
    'geo.country_code',
    'geo.region',
    'geo.city',
    'logger',
    'sdk.name',
    'sdk.version',
    'browser.name',
    'os.name',
  ],
  ...['runtime.name', 'device.family', 'mechanism', 'handled', 'issue', 'event.id', 'trace'],
] as const

export type IssueKeyName = (typeof ISSUE_KEY_NAMES)[number]
