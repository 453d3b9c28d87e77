/**
 * Splits the path of a file into its parts, without what only a server, a bundler or a relative import put before it:
 * `webpack:///./src/pay.ts?a1` gives `src` and `pay.ts`.
 */
export function partsOfPath(path: string): string[] {
  const withoutQuery = /^[^?#]*/.exec(path)?.[0] ?? ''
  const isAddress = /^https?:\/\//i.test(withoutQuery)
  const plain = withoutQuery.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replaceAll('\\', '/')
  const parts = plain
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..' && part !== '~')
  return isAddress ? parts.slice(1) : parts
}

/**
 * Whether a frame's file can be a file of the repository: the shorter path must be the end of the longer one. A lone name
 * proves nothing where several changed files have it, so that is for who calls to find out: `lone` says that it was one.
 */
export function isSameFile(frame: readonly string[], file: readonly string[]): 'yes' | 'lone' | 'no' {
  const shorter = Math.min(frame.length, file.length)
  if (shorter === 0) return 'no'
  for (let back = 1; back <= shorter; back++) {
    if (frame[frame.length - back] !== file[file.length - back]) return 'no'
  }
  if (shorter > 1) return 'yes'
  // A file at the top of a repository lies at the top of an application as well, not deep within it.
  return file.length > 1 || frame.length <= 2 ? 'lone' : 'no'
}
