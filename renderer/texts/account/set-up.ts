// What stands beside the code that applications report with.

export const files = {
  node: 'instrument.mjs, loaded first: node --import ./instrument.mjs server.js',
  browser: 'main.js, before everything else',
  program: 'At the start of the program',
  script: 'At the start of the script',
} as const

export const notes = {
  next: 'The integration sends the digest of Next.js’s error screen along, so that it can be found here. The error screen shows the digest, and reports only errors without one: an error with a digest failed on the server, which reports it with its stack, while the browser would only add “Minified React error #441”.',
  curl: 'An event needs no SDK: this is all that one sends.',
} as const

export const noKey = 'this project has no active key'
export const hello = 'Hello from curl'
