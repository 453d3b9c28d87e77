export const title = 'Digests'
export const intro = 'The code on a visitor’s error screen leads to what happened to that visitor.'
export const label = 'Digest or event id'
export const example = 'K7Q2MX-4T9ZPA'
export const find = 'Find'
export const refused = 'Cannot look this up: a digest has letters or digits, and at most 200 of them'

export const guide = {
  fault: 'The fault.',
  faultSays: 'The same error gives the same half, so it finds the issue.',
  occurrence: 'The occurrence.',
  occurrenceSays: 'With both halves you find the one event.',
  forms:
    'Half a digest, small letters, or O for 0 will do. Codes from elsewhere are found as well: the numbers of Next.js, and event ids as SDKs print them.',
} as const

export const unknown = {
  title: 'Nothing is known by this digest',
  intro: 'No event on this desk carries it.',
  reasons: [
    'It may be mistyped, or belong to another desk.',
    'Its event may still be on its way, or older than what is kept.',
    'The application may show digests that it does not report.',
  ],
} as const
