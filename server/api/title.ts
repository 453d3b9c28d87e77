/** The type of an issue without an exception. */
const MESSAGE_TYPE = 'Message'
const LONGEST_TITLE = 256

export function isMessage({ type }: { type: string }): boolean {
  return type === MESSAGE_TYPE
}

/** Titles an issue as Sentry does: with the type and the value's first line. */
export function formatTitle(issue: { type: string; value: string }): string {
  const line = issue.value.split(/[\r\n]/, 1)[0]?.trim() ?? ''
  const title = isMessage(issue) ? line : line === '' ? issue.type : `${issue.type}: ${line}`
  return (title || '<unlabeled event>').slice(0, LONGEST_TITLE)
}
