export const title = 'Digests'
export const intro = 'Enter the code from a user’s error screen to see what happened.'
export const label = 'Digest or event ID'
export const example = 'K7Q2MX-4T9ZPA'
export const find = 'Find'
export const refused = 'Cannot look this up: a digest has at most 200 letters and digits'

export const guide = {
  fault: 'The fault.',
  faultSays: 'The same error always has the same first half, so it finds the issue.',
  occurrence: 'The occurrence.',
  occurrenceSays: 'Both halves together find the event.',
  forms:
    'Half a digest, lower case, or O for 0 also work. So do Next.js digests, and event IDs as SDKs print them.',
} as const

export const unknown = {
  title: 'No event has this digest',
  intro: 'Check the digest and try again.',
  reasons: [
    'It may be mistyped, or belong to another desk.',
    'Its event may not have arrived yet, or may have been deleted.',
    'The application may show digests that it does not report.',
  ],
} as const
