/**
 * The address of a commit in the web pages of a Git host: GitHub's form, which Gitea, Forgejo and Azure DevOps have too, GitLab's
 * or Bitbucket's. Undefined without a repository, and for an id that is no hash.
 */
export function commitLink(repository: string | undefined, commitId: string): string | undefined {
  const url = repository === undefined ? null : URL.parse(repository)
  if (url === null || !/^https?:$/.test(url.protocol) || !/^[0-9a-f]{7,64}$/i.test(commitId)) return undefined
  return `${url.href.replace(/\/$/, '')}/${folderOf(url.hostname)}/${commitId}`
}

function folderOf(host: string): string {
  if (host === 'bitbucket.org') return 'commits'
  return host.includes('gitlab') ? '-/commit' : 'commit'
}

/** Git shows as many characters of a hash by default. */
export function shortId(commitId: string): string {
  return /^[0-9a-f]{40,64}$/i.test(commitId) ? commitId.slice(0, 8) : commitId
}

/** The first line of a message. */
export function summaryOf(message: string): string {
  return /^[^\r\n]*/.exec(message)?.[0].trim() ?? ''
}
