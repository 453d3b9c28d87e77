import { parseScope } from '#renderer/scope.ts'
import * as say from '#renderer/texts/frame/frame.ts'
import type { FrameFacts } from './frame-facts.ts'
import { formatPeriod, formatWallTime } from './menus/period-text.ts'
import { ownLast } from './own-last.ts'
import { findPage } from './pages.ts'

/** A menu in the top bar: links to the same page with another choice. */
export interface Choices {
  kind: 'project' | 'environment'
  title: string
  shown: string
  isSet: boolean
  options: Option[]
}

export interface Option {
  name: string
  href: string
  isChosen: boolean
}

export interface PeriodChoice {
  shown: string
  isSet: boolean
  options: Option[]
  compare: Option | undefined
  /** The target and the hidden fields of the form for any period. */
  path: string
  hiddenFields: [name: string, value: string][]
  zone: string
  start: string
  end: string
}

export interface Switches {
  choices: Choices[]
  period: PeriodChoice | undefined
}

type SwitchParams = Pick<FrameFacts, 'path' | 'search' | 'projects' | 'environments' | 'zone' | 'now'>

/** Reads what the page's address chooses, and builds the address of every other choice. */
export function parseSwitches(params: SwitchParams): Switches | undefined {
  const { path, search, projects, environments } = params
  const { switches, ownPeriod } = findPage(path) ?? {}
  if (switches === undefined) return undefined
  const parameters = new URLSearchParams(search)
  const at = (changes: Record<string, string | undefined>) => addressOf(path, parameters, changes)
  const choose = (
    kind: Choices['kind'],
    title: string,
    all: string,
    names: [value: string, name: string][],
  ) => {
    const value = parameters.get(kind)?.trim() || undefined
    // A project that is not in the list, or not any more, is still the one that the page shows.
    const known = value === undefined || names.some(([own]) => own === value)
    const listed = known ? names : [...names, [value, value] as [string, string]]
    return {
      kind,
      title,
      shown: listed.find(([own]) => own === value)?.[1] ?? all,
      isSet: value !== undefined,
      options: [
        { name: all, href: at({ [kind]: undefined }), isChosen: value === undefined },
        ...listed.map(([own, name]) => ({ name, href: at({ [kind]: own }), isChosen: own === value })),
      ],
    }
  }
  const choices: Choices[] = []
  if (switches.includes('project')) {
    const names = ownLast(projects).map(({ slug, name }): [string, string] => [slug, name])
    choices.push(choose('project', say.project, say.allProjects, names))
  }
  if (switches.includes('environment') && (environments.length > 0 || parameters.has('environment'))) {
    const names = environments.map((name): [string, string] => [name, name])
    choices.push(choose('environment', say.environment, say.allEnvironments, names))
  }
  if (!switches.includes('period')) return { choices, period: undefined }
  const canCompare = switches.includes('compare')
  return { choices, period: periodChoice({ ...params, parameters, at, ownPeriod, canCompare }) }
}

type PeriodQuestion = SwitchParams & {
  parameters: URLSearchParams
  at: (changes: Record<string, string | undefined>) => string
  ownPeriod: string | undefined
  canCompare: boolean
}

function periodChoice({
  parameters,
  at,
  ownPeriod,
  canCompare,
  now,
  zone,
  path,
}: PeriodQuestion): PeriodChoice {
  const { period } = parseScope(parameters, now, ownPeriod).scope
  const absolute = { start: undefined, end: undefined, zone: undefined }
  const isAsked = ['statsPeriod', 'start', 'end'].some((name) => parameters.get(name)?.trim())
  const isAnyTime = ownPeriod === undefined && !isAsked
  const isAbsolute = period.statsPeriod === undefined
  const isCompared = parameters.get('compare') === '1'
  const shown = isAnyTime
    ? say.anyTime
    : isAbsolute
      ? formatPeriod(period, zone)
      : say.lastOf(period.statsPeriod ?? '')
  return {
    shown: canCompare && isCompared ? say.compared(shown) : shown,
    isSet: isAsked || (canCompare && isCompared),
    options: [
      ...(ownPeriod === undefined
        ? [{ name: say.anyTime, href: at({ ...absolute, statsPeriod: undefined }), isChosen: isAnyTime }]
        : []),
      ...say.periods.map(([value, name]) => ({
        name,
        href: at({ ...absolute, statsPeriod: value }),
        isChosen: !isAnyTime && period.statsPeriod === value,
      })),
    ],
    compare: canCompare
      ? {
          name: isCompared ? say.stopComparing : say.compare,
          href: at({ compare: isCompared ? undefined : '1' }),
          isChosen: isCompared,
        }
      : undefined,
    path,
    hiddenFields: [...parameters].filter(([name]) => !replacedByForm.has(name)),
    zone,
    // Only a chosen time goes into the form. The present would make the form differ with every request.
    start: isAbsolute ? formatWallTime(period.start, zone) : '',
    end: isAbsolute ? formatWallTime(period.end, zone) : '',
  }
}

const replacedByForm = new Set(['start', 'end', 'zone', 'statsPeriod', 'cursor'])

/** The address of the page without a cursor, which is only valid in its own list. */
function addressOf(path: string, parameters: URLSearchParams, changes: Record<string, string | undefined>) {
  const next = new URLSearchParams(parameters)
  next.delete('cursor')
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  const query = next.toString()
  return query === '' ? path : `${path}?${query}`
}
