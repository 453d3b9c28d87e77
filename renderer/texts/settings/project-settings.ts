import { formatCount, formatNumber } from '#renderer/format/format.ts'

export const title = 'Project settings'
export const titleOf = (project: string) => `Settings of ${project}`
export const save = 'Save'
export const preview = 'Preview'
export const unknownChange = 'Cannot change the settings: unknown change'
export const going = 'This project is being deleted. It disappears when everything in it is gone.'

export const parts = {
  label: 'Settings of this project',
  general: 'General',
  keys: 'Keys',
  filters: 'Filters',
  scrubbing: 'Scrubbing',
  limits: 'Limits',
  grouping: 'Grouping',
  ownership: 'Ownership',
  trackers: 'Trackers',
} as const

/** What became of a change. */
export const changes = {
  none: 'Nothing to save: these are the current settings.',
  saved: (parts: readonly string[]) => `Saved. ${parts.join('; ')}.`,
  meanwhile: (parts: readonly string[]) =>
    `Not saved: another user changed these settings after you opened this page. Now: ${parts.join('; ')}. Save again to replace that.`,
  wrong: (field: string, message: string) => `Cannot save ${field}: ${message}`,
  valueOf: (name: string, value: string) => `${name}: ${value}`,
  on: 'on',
  off: 'off',
  nothing: 'none',
} as const

export const general = {
  title: 'Name and address',
  name: 'Name',
  slug: 'Address',
  slugHint:
    'The project’s part of page addresses and of issue names such as SHOP-12. If you change it, links, saved views and scripts with the old one stop working. DSNs keep working.',
  platform: 'Platform',
  noPlatform: 'None',
  unknownPlatform: 'Cannot save the platform: it is not in the list',
  environments: 'Environments',
  environmentsWhat:
    'Ticked environments are hidden from the environment menu. Their events stay, and a search still finds them.',
  noEnvironments: 'No event of this project has an environment yet.',
  hidden: 'Hidden environments',
  saveEnvironments: 'Save environments',
  deleteTitle: 'Delete this project',
  deleteWhat: 'Deletes everything that was received for it. You are asked first.',
  deleteLink: 'Delete project…',
} as const

export const repository = {
  title: 'Source code',
  url: 'Repository',
  hint: 'Its address in a browser, such as https://github.com/acme/shop. Commits of releases, and those that may have caused an issue, link to it.',
  save: 'Save repository',
} as const

export const keys = {
  intro:
    'Applications report with one of these DSNs. To replace a key, add another, move your applications to it, then turn the old one off.',
  limits: 'Limits',
  noLimits: 'none for each key',
  limitUse: (limit: string, of: string, used: string | undefined) =>
    `${limit} (${[of, used].filter(Boolean).join(', ')})`,
  on: 'on',
  off: 'off',
  created: 'Created',
  lastUsed: 'Last used',
  usedNow: 'within this hour',
  neverUsed: 'not in the last month',
  origins: 'Allowed origins',
  allOrigins: 'all',
  originsHint: 'One per line, such as https://shop.example. Empty allows every page to send.',
  editOrigins: 'Change allowed origins',
  ofPages: 'This desk’s own pages report with it.',
  turnOff: 'Turn off',
  turnOn: 'Turn on',
  turnOffNamed: (key: string) => `Turn off ${key}`,
  turnOnNamed: (key: string) => `Turn on ${key}`,
  remove: 'Delete this key…',
  removeWhat:
    'Applications that still use this key can never report again, and its counts leave the usage page.',
  removeConfirm: 'Delete key',
  addTitle: 'Add a key',
  add: 'Add key',
  added: (dsn: string) => `Added. The new DSN is ${dsn}`,
  turnedOn: (key: string) => `Key ${key} is on.`,
  turnedOff: (key: string) => `Key ${key} is off. Within a second, nothing sent with it is accepted.`,
  changed: (key: string) => `The allowed origins of key ${key} are saved.`,
  removed: (key: string) => `Key ${key} is deleted.`,
} as const

export const filters = {
  title: 'Inbound filters',
  intro: 'Matching events are dropped when they arrive. They are counted, but not stored.',
  count: (dropped: number) => `${formatNumber(dropped)} dropped in 7 days`,
  members: {
    browserExtensions: [
      'Browser extensions',
      'Errors that extensions, toolbars and proxies throw into pages.',
    ],
    legacyBrowsers: ['Legacy browsers', 'Errors and page loads of browsers that are too old to support.'],
    localhost: ['Localhost', 'Events from a developer’s own machine: localhost, 127.0.0.1 and files.'],
    webCrawlers: ['Web crawlers', 'Events from search engines and other robots.'],
  },
  lists: {
    errorMessages: [
      'Messages',
      'One pattern per line, compared with the message and with “Type: value” of each error. * stands for any text.',
    ],
    releases: ['Releases', 'One pattern per line. Drops everything of matching releases.'],
  },
  always: 'Always dropped',
  alwaysWhat:
    'These tell nothing about your application. Grouping rules that drop events are counted here too.',
  builtIn: [
    ['script-error', '“Script error.” of scripts from other sites, without any detail'],
    ['resize-observer', '“ResizeObserver loop” warnings'],
    ['redirect', 'Redirects that Next.js throws'],
    ['not-found', 'Page loads that ended in “not found”'],
    ['grouping-rule', 'Events that a grouping rule drops'],
  ],
} as const

/** The reason of an outcome, by the setting that causes it. */
export const filterReasons = {
  browserExtensions: 'browser-extensions',
  legacyBrowsers: 'legacy-browsers',
  localhost: 'localhost',
  webCrawlers: 'web-crawlers',
  errorMessages: 'error-message',
  releases: 'release-version',
} as const

export const scrubbing = {
  title: 'Data scrubbing',
  intro:
    'Passwords, tokens, keys and card numbers are always replaced by [Filtered] before anything is stored. What you add here applies to new events.',
  members: {
    emailAddresses: ['Email addresses', 'Wherever they appear, also in messages and breadcrumbs.'],
    ipAddresses: [
      'IP addresses',
      'Wherever they appear. Users without another id can no longer be told apart.',
    ],
  },
  lists: {
    extraNames: [
      'Additional field names',
      'One per line, such as tax_number or iban*. Their values are replaced.',
    ],
    exemptNames: ['Exempt field names', 'One per line. These are kept although their names look secret.'],
  },
  previewTitle: 'On the last event',
  previewOf: 'These settings would replace this in the last event, received',
  nothing: 'These settings would change nothing in the last event, received',
  noEvent: 'This project has no event to try the settings on.',
  notSaved:
    'Nothing is saved yet. What an exemption would keep cannot be shown, because it was replaced before it was stored.',
  more: 'There are more.',
  field: 'Field',
  before: 'Now',
  after: 'Would be',
} as const

export const limits = {
  title: 'Limits',
  intro: 'A limit accepts this many items per window, and refuses the rest until the window ends.',
  none: 'There are no limits.',
  limit: 'Limit',
  of: 'Applies to',
  used: 'Current window',
  everything: 'Everything',
  wholeProject: 'whole project',
  eachKey: 'each key',
  noKey: 'no key is on',
  ofKey: (key: string, used: string) => `${key}…: ${used}`,
  remove: 'Remove',
  removeNamed: (limit: string) => `Remove ${limit}`,
  addTitle: 'Add a limit',
  quantity: 'Items',
  quantityHint: '0 accepts nothing.',
  quantityWrong: 'Cannot add the limit: Items must be a whole number from 0',
  per: 'Per',
  windows: { minute: 'minute', hour: 'hour', month: 'month' },
  perWrong: 'Cannot add the limit: Per must be minute, hour or month',
  category: 'Kind',
  categoryWrong: 'Cannot add the limit: Kind is not in the list',
  scope: 'For',
  scopeWrong: 'Cannot add the limit: For must be the whole project or each key',
  add: 'Add limit',
  rules: 'Limits',
  meanwhile:
    'Not saved: another user changed the limits after you opened this page. They are shown now; save again if you still want to.',
  left: (count: number) => (count === 0 ? 'There are no limits now' : `${formatCount(count, 'limit')} left`),
} as const

export const retention = {
  title: 'Retention',
  intro:
    'Issues and their counts stay. Events above the number are deleted by relevance: what tells you least goes first.',
  maxEvents: 'Events to keep',
  maxEventsHint: 'Empty keeps any number.',
  days: 'Days to keep data',
  daysHint: (days: number | null) =>
    days === null
      ? 'Empty keeps data forever.'
      : `Empty keeps it as long as this desk does: ${formatCount(days, 'day')}.`,
  notANumber: (field: string) => `Cannot save ${field}: it is not a whole number from 1`,
} as const

export const grouping = {
  title: 'Grouping rules',
  intro:
    'The first rule that matches an event decides. Rules apply to new events; issues that exist stay as they are.',
  none: 'There are no rules: events are grouped by their stack trace, or by their message.',
  remove: 'Remove',
  removeNamed: (position: number) => `Remove rule ${position}`,
  addTitle: 'Add a rule',
  match: 'Match',
  matchHint:
    'One KEY=PATTERN per line; all must match. Keys: type, message, path, module, function, release, level, tags.<name>. * stands for any text.',
  fingerprint: 'Fingerprint',
  fingerprintHint:
    'One part per line. Events with the same parts become one issue. {{ default }} stands for the usual grouping.',
  ruleTitle: 'Title',
  level: 'Level',
  sameLevel: 'As sent',
  drop: 'Drop these events',
  dropHint: 'They are counted as filtered, and not stored. Cannot be combined with the fields above.',
  position: 'Position',
  positionHint: 'Empty adds the rule at the end.',
  add: 'Add rule',
  meanwhile:
    'Not saved: another user changed the rules after you opened this page. They are shown now; save again if you still want to.',
  wrong: (message: string) => `Cannot save the rule: ${message}`,
  saved: (count: number) => `Saved. There ${count === 1 ? 'is' : 'are'} now ${formatCount(count, 'rule')}.`,
  previewTitle: 'Preview',
  matched: (matched: number, tried: number) =>
    `The rule matches ${formatNumber(matched)} of the last ${formatCount(tried, 'issue')}, by the newest event of each. Nothing is saved yet.`,
  noneMatched: (tried: number) =>
    `The rule matches none of the last ${formatCount(tried, 'issue')}. Nothing is saved yet.`,
  join: (count: number) => `New events of these ${formatNumber(count)} issues would join in one issue:`,
  alone: 'New events of this issue would be grouped alone:',
  dropped: 'New events of these issues would be dropped:',
  effects: {
    fingerprint: 'Fingerprint',
    title: 'Title',
    level: 'Level',
    drop: 'Dropped',
  },
} as const

export const removal = {
  title: (project: string) => `Delete ${project}?`,
  goes: 'This goes for good:',
  contents: { issues: 'issue', releases: 'release', monitors: 'monitor' },
  stored: (size: string) => `${size} of stored data, source maps included`,
  refused: 'From that moment, nothing its applications send is accepted. The rest goes in the background.',
  demo: 'To remove the demo project, use the button on its own page.',
  type: (project: string) => `Type the project’s name to confirm: ${project}`,
  confirm: 'Delete project',
  cancel: 'Cancel',
  done: (project: string) => `${project} is being deleted.`,
} as const
