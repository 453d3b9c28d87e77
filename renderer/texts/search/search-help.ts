export const title = 'How to search'
export const intro =
  'Everything that is typed must be true of an issue. A digest, an event’s id or an issue’s short id that stands alone leads straight to what it names.'
