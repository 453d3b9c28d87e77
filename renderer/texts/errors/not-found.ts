export const notFound = {
  title: 'Page not found',
  intro: 'Nothing stands at this address. It may have been deleted, or the link is incomplete.',
  way: 'Go to the issues',
} as const
