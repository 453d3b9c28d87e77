import type { ActionResult } from '#renderer/page/action.ts'
import type {
  GivenStatusPage,
  StatusPageChoice,
  StatusPageDetail,
} from '#server/models/uptime/status-pages.ts'

export interface StatusValues {
  title: string
  slug: string
  timezone: string
  announcement: string
  isIndexed: boolean
  /** By key. */
  items: readonly { key: string; about: string; project: string; name: string; isShown: boolean }[]
}

const NEW_PAGE = { title: '', slug: '', timezone: 'UTC', announcement: '', isIndexed: false, items: [] }

/** What the fields show: what is saved, or what was typed, after a refusal. */
export function shownValues(
  saved: StatusPageDetail | undefined,
  choices: readonly StatusPageChoice[],
  result: ActionResult | undefined,
): StatusValues {
  const typed = result?.kind === 'refused' && result.values.title !== undefined ? result.values : undefined
  const { title, slug, timezone, announcement, isIndexed, items } = saved ?? NEW_PAGE
  const names = new Map(items.map(({ key, name }) => [key, name]))
  return {
    title: typed?.title ?? title,
    slug: typed?.slug ?? slug,
    timezone: typed?.timezone ?? timezone,
    announcement: typed?.announcement ?? announcement,
    isIndexed: typed ? typed.indexed === 'on' : isIndexed,
    items: choices.map(({ key, name, project }) => ({
      ...{ key, project, about: name },
      name: typed?.[`name.${key}`] ?? names.get(key) ?? name,
      isShown: typed ? typed[`show.${key}`] === 'on' : names.has(key),
    })),
  }
}

/** Reads the form as the desk takes it. */
export function parseStatusForm(form: URLSearchParams): GivenStatusPage {
  const text = (name: string) => form.get(name) ?? ''
  const shown = [...form.keys()].flatMap((name) =>
    name.startsWith('show.') ? [name.slice('show.'.length)] : [],
  )
  return {
    ...{ title: text('title'), slug: text('slug'), timezone: text('timezone') },
    announcement: text('announcement'),
    isIndexed: form.get('indexed') === 'on',
    items: shown.map((key) => ({ key, name: text(`name.${key}`) })),
  }
}
