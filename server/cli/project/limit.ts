import type { CommandCall, CommandResult, Flags } from '#server/cli/command.ts'
import { withStore } from '#server/cli/command.ts'
import { CATEGORIES, type Category } from '#server/protocol/outcome.ts'
import type { RateLimitRule } from '#server/protocol/project-settings.ts'
import { getProjectSettings, putProjectSetting } from '#server/store/projects/project-settings.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'

type Change = { rules: RateLimitRule[]; isOff: boolean }

/** Without an option it shows the limits; a window that is given again gets its new number. */
export async function limitProject(call: CommandCall): Promise<CommandResult> {
  const change = parseChange(call.flags)
  if ('refusal' in change) return change
  return withStore(call, async (store) => {
    const project = await findProjectRow(store.db, call.argument)
    if (!project) return { refusal: `Cannot limit the project: there is no project "${call.argument}"` }
    const { rateLimits } = await getProjectSettings(store.db, project.id)
    const rules = withChange(rateLimits.rules, change)
    if (change.isOff || change.rules.length > 0) {
      await store.write((trx) => putProjectSetting(trx, project.id, 'rateLimits', { rules }))
    }
    return { json: { project: project.slug, rules }, text: describe(project.slug, rules) }
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

function withChange(rules: readonly RateLimitRule[], { rules: changed, isOff }: Change): RateLimitRule[] {
  if (isOff) return []
  const isSame = (a: RateLimitRule, b: RateLimitRule) =>
    a.per === b.per && a.scope === b.scope && a.category === b.category
  return [...rules.filter((rule) => !changed.some((other) => isSame(rule, other))), ...changed]
}

function describe(slug: string, rules: readonly RateLimitRule[]): string {
  if (rules.length === 0) return `Project ${slug} has no limits`
  const lines = rules.map(({ quantity, category, per, scope }) => {
    const what = category === undefined ? 'items of all categories' : `items of category ${category}`
    return `${quantity} ${what} per ${per}${scope === 'key' ? ', for each key' : ''}`
  })
  return [`Project ${slug} accepts at most`, ...lines.map((line) => `  ${line}`)].join('\n')
}
