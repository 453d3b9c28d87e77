export const notFound = {
  title: 'Page not found',
  intro: 'There is nothing at this address. It may have been deleted, or the link is incomplete.',
  way: 'Go to issues',
} as const
