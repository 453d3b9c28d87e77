import { render } from 'vike/abort'
import { type ActionResult, done, refused } from '#renderer/page/action.ts'
import { changes as say } from '#renderer/texts/settings/project-settings.ts'
import type { SettingChange } from '#server/models/settings/project-settings.ts'

/** The names of a setting's members, as the form calls them. */
export type MemberNames = Readonly<Record<string, string>>

/**
 * Answers a form that changed a setting: what was changed, what somebody else changed meanwhile, or which field is wrong. A
 * member has the name of its field.
 */
export function answerChange<Setting extends object>(
  change: SettingChange<Setting>,
  form: URLSearchParams,
  names: MemberNames,
): ActionResult<never> {
  const list = (members: readonly string[], setting: Setting) => {
    const values = new Map<string, unknown>(Object.entries(setting))
    return members.map((name) => say.valueOf(names[name] ?? name, wordsOf(values.get(name))))
  }
  switch (change.kind) {
    case 'no project':
      throw render(404)
    case 'changed meanwhile':
      return refused(say.meanwhile(list(change.members, change.now)), form)
    case 'wrong': {
      const field = change.path?.split('.')[0]
      const message = say.wrong(names[field ?? ''] ?? field ?? '', change.message)
      return refused(message, form, field !== undefined && form.has(field) ? field : undefined)
    }
    case 'done':
      return done({
        message: change.members.length === 0 ? say.none : say.saved(list(change.members, change.after)),
      })
  }
}

function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? say.on : say.off
  if (Array.isArray(value)) return value.length === 0 ? say.nothing : value.map(wordsOf).join(', ')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return value === undefined || value === '' ? say.nothing : String(value)
}
