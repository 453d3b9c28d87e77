import { clipText, formatNumber } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/issues/issues.ts'
import type { FacetGroup } from '#renderer/views/issue/static/Facets.tsx'
import type { Desk } from '#server/desk/desk.ts'
import { DEFAULT_QUERY, type IssueParams, pathOf } from './issue-params.ts'

type Listed = Awaited<ReturnType<Desk['issues']['listFacets']>>

/** Links that add a value to the search, or remove it where it is already part of the search. */
export function facetGroups(params: IssueParams, listed: Listed): FacetGroup[] {
  const ofQuery = (key: string, value: string, name = value) => {
    const query = params.query ?? DEFAULT_QUERY
    const word = `${key}:${quoteValue(value)}`
    const isChosen = hasWord(query, word)
    const next = isChosen ? withoutWord(query, word) : `${query} ${word}`.trim()
    return { name: clipText(name, 60), href: pathOf(params, { query: next }), isChosen }
  }
  const ofScope = (key: string, value: string) => {
    const { [key]: chosen, ...others } = params.scope
    const isChosen = chosen === value
    const scope = isChosen ? others : { ...params.scope, [key]: value }
    return { name: clipText(value, 60), href: pathOf(params, { scope }), isChosen }
  }
  const counted = <Link>(values: Listed['level'], linkOf: (value: string) => Link) =>
    values.map(({ value, issueCount }) => ({ ...linkOf(value), count: formatNumber(issueCount) }))
  const groups = [
    { name: say.facetNames.level, links: counted(listed.level, (value) => ofQuery('level', value)) },
    { name: say.facetNames.project, links: counted(listed.project, (value) => ofScope('project', value)) },
    {
      name: say.facetNames.environment,
      links: counted(listed.environment, (value) => ofScope('environment', value)),
    },
    { name: say.facetNames.release, links: counted(listed.release, (value) => ofQuery('release', value)) },
    {
      name: say.facetNames.assigned,
      links: [
        ofQuery('assigned', 'me', say.toMe),
        ofQuery('assigned', 'my_teams', say.toMyTeams),
        ofQuery('assigned', 'none', say.toNobody),
      ],
    },
  ]
  return groups.filter(({ links }) => links.length > 0)
}

/** Quotes a value, so that a search compares it exactly and never reads it as a pattern. */
function quoteValue(value: string): string {
  return /^[\w@./+-]+$/.test(value) ? value : `"${value.replaceAll(/[\\"*]/g, '\\$&')}"`
}

function hasWord(query: string, word: string): boolean {
  return ` ${query} `.includes(` ${word} `)
}

function withoutWord(query: string, word: string): string {
  return ` ${query} `.replace(` ${word} `, ' ').trim()
}
