import type { CommandCall, CommandResult, Flags } from '#server/cli/command.ts'
import { withDesk } from '#server/cli/command.ts'
import { withRules } from '#server/desk/projects/settings/limit-rules.ts'
import { CATEGORIES, type Category } from '#server/protocol/outcome.ts'
import type { RateLimitRule } from '#server/protocol/project-settings.ts'
import { wordRefusal } from './refusal.ts'

type Change = { rules: RateLimitRule[]; isOff: boolean }

/** Without an option it shows the limits; a window that is given again gets its new number. */
export async function limitProject(call: CommandCall): Promise<CommandResult> {
  const change = parseChange(call.flags)
  if ('refusal' in change) return change
  return withDesk(call, async (desk) => {
    const slug = call.argument
    const changed = await desk.projects.settings.change(slug, 'rateLimits', {
      edit: ({ rules }) => ({ rules: change.isOff ? [] : withRules(rules, change.rules) }),
    })
    if (changed.kind !== 'done') return { refusal: `Cannot limit the project: ${wordRefusal(changed, slug)}` }
    const { rules } = changed.after
    return { json: { project: slug, rules }, text: describe(slug, rules) }
  })
}

const WINDOW_BY_FLAG = [
  ['per-minute', 'minute'],
  ['per-hour', 'hour'],
  ['per-month', 'month'],
] as const

function parseChange(flags: Flags): Change | { refusal: string } {
  const { category, off: isOff = false } = flags
  if (category !== undefined && !isCategory(category)) {
    return {
      refusal: `Cannot limit the project: category "${category}" is not one of ${CATEGORIES.join(', ')}`,
    }
  }
  const scope = flags['each-key'] ? 'key' : 'project'
  const rules: RateLimitRule[] = []
  for (const [flag, per] of WINDOW_BY_FLAG) {
    const text = flags[flag]
    if (text === undefined) continue
    const quantity = parseQuantity(text)
    if (quantity === undefined) {
      return { refusal: `Cannot limit the project: --${flag} is "${text}", which is not a number of items` }
    }
    rules.push({ per, quantity, scope, ...(category === undefined ? {} : { category }) })
  }
  if (isOff && rules.length + Number(category !== undefined) + Number(scope === 'key') > 0) {
    return { refusal: 'Cannot limit the project: --off removes all limits and allows no other option' }
  }
  if (!isOff && rules.length === 0 && (category !== undefined || scope === 'key')) {
    return { refusal: 'Cannot limit the project: --per-minute, --per-hour or --per-month is required' }
  }
  return { rules, isOff }
}

function isCategory(text: string): text is Category {
  return CATEGORIES.some((category) => category === text)
}

function parseQuantity(text: string): number | undefined {
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined
}

function describe(slug: string, rules: readonly RateLimitRule[]): string {
  if (rules.length === 0) return `Project ${slug} has no limits`
  const lines = rules.map(({ quantity, category, per, scope }) => {
    const what = category === undefined ? 'items of all categories' : `items of category ${category}`
    return `${quantity} ${what} per ${per}${scope === 'key' ? ', for each key' : ''}`
  })
  return [`Project ${slug} accepts at most`, ...lines.map((line) => `  ${line}`)].join('\n')
}
