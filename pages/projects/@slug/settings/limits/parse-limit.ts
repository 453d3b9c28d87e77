import { categories } from '#renderer/texts/account/usage.ts'
import { limits as say } from '#renderer/texts/settings/project-settings.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { Category } from '#server/protocol/outcome.ts'
import type { RateLimitRule } from '#server/protocol/project-settings.ts'

const WINDOWS = ['minute', 'hour', 'month'] as const
const SCOPES = ['project', 'key'] as const

/** Reads a limit from its form, or says which field is wrong. */
export function parseLimit(form: URLSearchParams): RateLimitRule | Refusal {
  const quantity = (form.get('quantity') ?? '').trim()
  if (!/^\d{1,12}$/.test(quantity)) return { refusal: say.quantityWrong, field: 'quantity' }
  const per = WINDOWS.find((window) => window === form.get('per'))
  if (per === undefined) return { refusal: say.perWrong, field: 'per' }
  const scope = SCOPES.find((each) => each === form.get('scope'))
  if (scope === undefined) return { refusal: say.scopeWrong, field: 'scope' }
  const category = form.get('category') ?? ''
  if (category === '') return { per, quantity: Number(quantity), scope }
  if (!isCategory(category)) return { refusal: say.categoryWrong, field: 'category' }
  return { per, quantity: Number(quantity), scope, category }
}

function isCategory(text: string): text is Category {
  return Object.hasOwn(categories, text)
}
