// What the error screen says. Texts alone, which the build writes where they are used.

/** Between the two stands on which side: `Application error: a server-side exception has occurred`. */
export const before = 'Application error: a '
export const onServer = 'server-side'
export const inBrowser = 'client-side'
export const after = ' exception has occurred'
export const pageTitle = 'Application error · Crumbtrail'
export const digest = 'Digest'
export const tryAgain = 'Try again'
/** After a form whose answer failed. */
export const unfinished =
  'Cannot tell whether this worked: the server failed before it was done. What was typed is still here, except for passwords'
export const copyDigest = 'Copy digest'
