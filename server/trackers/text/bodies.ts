import { escapeHtml } from '#server/alerts/channels/text/escape.ts'
import type { IssueText } from './issue-text.ts'

/** Writes the body of a tracker's issue: foreign text is in a block that it cannot end, and in which nothing has a meaning. */
export type WriteBody = (text: IssueText) => string

function blockOf({ message, facts, frames }: IssueText): string {
  return [message, '', ...facts, ...(frames.length > 0 ? ['', ...frames] : [])].join('\n')
}

/**
 * A fence is longer than any run of backticks inside (https://spec.commonmark.org/0.31.2/#fenced-code-blocks). In it no name is
 * a mention, no number another issue, and no line a quick action of GitLab.
 */
export const markdownBody: WriteBody = (text) => {
  const block = blockOf(text)
  const longest = [...block.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `[${text.shortId} in Crumbtrail](${linkOf(text.url)})\n\n${fence}text\n${block}\n${fence}\n`
}

/** https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=advanced */
export const jiraBody: WriteBody = (text) => {
  const block = blockOf(text).replace(/\{(?=noformat)/gi, '{\u200b')
  return `${text.shortId} in Crumbtrail: ${text.url}\n\n{noformat}\n${block}\n{noformat}\n`
}

export const htmlBody: WriteBody = (text) => {
  const escaped = (foreign: string) => [...foreign].map(escapeHtml).join('')
  const url = escaped(text.url)
  return `<p>${escaped(text.shortId)} in Crumbtrail: <a href="${url}">${url}</a></p><pre>${escaped(blockOf(text))}</pre>`
}

/** An address of the desk, as a link of Markdown can hold it. */
function linkOf(url: string): string {
  return url.replace(/[()\\<>]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
