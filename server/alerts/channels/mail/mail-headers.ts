import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { oneLine } from '../text/cut.ts'
import { headingOf } from '../text/facts.ts'

/** The one subject of a message, whose mails are a thread. A test is a thread of its own. */
function threadSubject({ subjects: [first, second], more, isTest }: AlertMessage) {
  return first && !second && more === 0 && !isTest ? first : undefined
}

/** The same in each mail about one subject: mail readers thread by it as well. */
export function mailSubject(message: AlertMessage): string {
  const { project } = message
  const title = threadSubject(message)?.title ?? headingOf(message, 200)
  return oneLine(`[${oneLine(project.slug, 60)}] ${oneLine(title, 200)}`)
}

/** Ids without angle brackets. The root of a thread is never sent: each mail about a subject refers to it, the first one too. */
export function mailIds(message: AlertMessage): { messageId: string; inReplyTo: string | undefined } {
  const host = hostOf(message)
  const subject = threadSubject(message)
  return {
    messageId: `alert-${atom(message.key)}@${host}`,
    inReplyTo: subject && `${atom(subject.id)}@${host}`,
  }
}

/** https://www.rfc-editor.org/rfc/rfc2919, https://www.rfc-editor.org/rfc/rfc3834 and https://www.rfc-editor.org/rfc/rfc8058 */
export function mailHeaders(
  message: AlertMessage,
  unsubscribeUrl: string | undefined,
): Record<string, string> {
  const subject = threadSubject(message)
  const parts = [...(subject ? [atom(subject.id)] : []), atom(message.project.slug), hostOf(message)]
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'List-Id': `<${parts.join('.')}>`,
    ...(unsubscribeUrl && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

/** `issue:12` as `issue-12`: what ids and lists may contain. */
const atom = (text: string): string => text.replace(/[^A-Za-z0-9-]/g, '-').slice(0, 100)

/** The name by which users know the desk: it makes ids unique. */
function hostOf({ url }: AlertMessage): string {
  return URL.parse(url)?.hostname.replace(/[^A-Za-z0-9.-]/g, '-') || 'crumbtrail.invalid'
}
