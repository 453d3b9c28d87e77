// The texts of the error screen. They are plain constants, so that the build inlines them.

/** The side goes between `before` and `after`: `Application error: a server-side exception has occurred`. */
export const before = 'Application error: a '
export const onServer = 'server-side'
export const inBrowser = 'client-side'
export const after = ' exception has occurred'
export const pageTitle = 'Application error · Crumbtrail'
export const digest = 'Digest'
export const tryAgain = 'Try again'
/** Shown with a form whose answer failed. */
export const unfinished =
  'Cannot tell whether this worked: the server failed before it finished. Your input is still here, except for passwords'
export const copyDigest = 'Copy digest'
