export const title = 'How to search'
export const intro =
  'Issues must match all terms. A digest, event ID or short ID on its own opens its event or issue.'
