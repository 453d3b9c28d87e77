import * as v from 'valibot'

const LONGEST = 500

/**
 * The address of a repository on a Git host, as a browser opens it. What a browser must not open, such as `javascript:`,
 * and names and passwords, which a page would show to everybody, are refused.
 */
export const repositoryAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(LONGEST, `it is longer than ${LONGEST} characters`),
  v.check(isWebAddress, 'it is not an address such as https://github.com/acme/shop'),
  v.transform((text) => text.replace(/\/$/, '').replace(/\.git$/, '')),
)

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return isBare && url.pathname.length > 1
}
