export const title = 'How to search'
export const intro =
  'Lists show what matches all terms. A digest, or the ID of an event, issue or trace, opens its page when it is the whole search.'
export const issues = (title: string) => `Issues: ${title.toLowerCase()}`
