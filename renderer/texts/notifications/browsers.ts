export const title = 'Browsers'
export const note = 'Notifications appear in these browsers, even while the desk is closed.'
export const none = 'No browser is notified yet.'
export const needsScript = 'Notifications in this browser need JavaScript.'
/** Where the desk itself sends nothing. */
export const off = 'This desk sends no notifications.'

export const columns = {
  browser: 'Browser',
  added: 'Added',
  used: 'Last notified',
  never: 'never',
  here: 'this browser',
  failing: 'The latest notification failed.',
  act: 'Action',
} as const

export const add = 'Notify this browser'
export const added = (name: string) => `You are notified in ${name}.`
export const untilSignOut = 'Signing out here turns it off.'

export const test = 'Test'
export const testOf = (name: string) => `Send a test to ${name}`
export const tested = (name: string) => `A test was sent to ${name}.`

export const remove = 'Remove'
export const removeOf = (name: string) => `Remove ${name}`
export const removed = (name: string) => `You are no longer notified in ${name}.`

/** Why the browser cannot be notified. */
export const failures = {
  insecure: 'Browsers allow notifications only of pages that are served over HTTPS.',
  unsupported:
    'This browser cannot show notifications. On an iPhone or iPad, add the desk to the Home Screen first.',
  denied: 'This browser does not allow notifications of the desk. Allow them in its settings for this site.',
  noService: 'The browser could not reach its push service. Try again.',
} as const
