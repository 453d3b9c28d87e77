export const notFound = {
  title: 'Page not found',
  intro: 'There is nothing at this address. It may have been deleted, or the link is incomplete.',
  way: 'Go to issues',
} as const

export const forbidden = {
  title: 'Not allowed',
  /** `has` is absent for somebody who is not signed in. */
  sentence: (what: 'page' | 'form', needed: string, has: string | undefined) =>
    `Cannot ${what === 'page' ? 'show this page' : 'accept the form'}: it needs the role ${needed}${has === undefined ? '' : `, and yours is ${has}`}`,
  way: 'Go to issues',
} as const
