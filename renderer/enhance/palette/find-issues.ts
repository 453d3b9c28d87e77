import { issuePath, issuesPath, payloadPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/frame/palette.ts'
import type { PaletteOption } from './option.ts'

const MOST_ISSUES = 8

/**
 * Finds what the issues page itself would show, or the page that a digest, an event id or a short id leads
 * to.
 */
export async function findIssues(text: string, signal: AbortSignal): Promise<PaletteOption[]> {
  const path = issuesPath(text === '' ? {} : { query: text })
  const response = await fetch(payloadPath(path), { signal, headers: { accept: 'application/json' } })
  if (!response.ok) return []
  const answer: unknown = await response.json()
  if (!isObject(answer)) return []
  if (typeof answer.redirect === 'string') {
    return [{ group: say.issues, name: say.goTo(text), act: { href: answer.redirect } }]
  }
  const page = isObject(answer.data) ? answer.data.page : undefined
  const issues = isObject(page) && Array.isArray(page.issues) ? page.issues : []
  return issues.slice(0, MOST_ISSUES).flatMap((issue: unknown) => toOption(issue, text))
}

function toOption(issue: unknown, text: string): PaletteOption[] {
  if (!isObject(issue) || typeof issue.id !== 'number') return []
  const { id, type, value, shortId } = issue
  return [
    {
      group: text === '' ? say.recent : say.issues,
      name: [type, value].filter((part) => typeof part === 'string' && part !== '').join(': '),
      note: typeof shortId === 'string' ? shortId : '',
      act: { href: issuePath(id) },
    },
  ]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
