import type { ActionResult } from '#renderer/page/action.ts'
import type { CheckDetail, GivenCheck } from '#server/models/uptime/checks.ts'

/** Its name tells the page to send nothing of it back (renderer/page/action.ts). */
export const HEADERS_FIELD = 'secret.headers'

export type CheckValues = Omit<GivenCheck, 'headers' | 'forgetsHeaders'>

export const NEW_CHECK: CheckValues = {
  ...{ name: '', project: '', url: 'https://', method: 'GET', everyMinutes: '5', timeoutSeconds: '10' },
  ...{ expects: '2xx', contains: '', lacks: '', body: '' },
}

export function valuesOf(check: CheckDetail): CheckValues {
  const { name, project, url, method, everyMinutes, timeoutMs, expects, contains, lacks, body } = check
  return {
    ...{ name, url, method, expects, contains, lacks, body, project: project.slug },
    everyMinutes: String(everyMinutes),
    timeoutSeconds: String(timeoutMs / 1_000),
  }
}

/** What the fields show: what was typed, after a refusal. */
export function shownValues(saved: CheckValues, result: ActionResult | undefined): CheckValues {
  if (result?.kind !== 'refused' || result.values.url === undefined) return saved
  const { values } = result
  const names = Object.keys(saved) as (keyof CheckValues)[] // it has no others
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as unknown as CheckValues // of all its names
}

/** Reads the form as the desk takes it. */
export function parseCheckForm(form: URLSearchParams): GivenCheck {
  const text = (name: string) => form.get(name) ?? ''
  return {
    ...{ name: text('name'), project: text('project'), url: text('url'), method: text('method') },
    ...{ everyMinutes: text('everyMinutes'), timeoutSeconds: text('timeoutSeconds') },
    ...{ expects: text('expects'), contains: text('contains'), lacks: text('lacks'), body: text('body') },
    headers: text(HEADERS_FIELD),
    forgetsHeaders: form.get('forget') === 'on',
  }
}
