import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { findProjectsOf } from '#server/api/projects/projects.ts'
import { parseLogSearch } from '#server/search/dialects/logs.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import { parseTableSearch } from '#server/search/tables/table-search.ts'
import { datasetOf } from './datasets.ts'
import { parseFunction } from './functions.ts'
import { parseTable } from './table.ts'

/** Says what is wrong with a table before it is asked for, which the MCP server does with each: nothing is read. */
export async function validateTable(request: ApiRequest): Promise<Answer> {
  const { params, query, now } = request
  if (!isOurOrganization(params)) return refuse(404, 'Cannot check events: the only organization is "desk"')
  const name = String(query.dataset ?? 'errors')
  const dataset = datasetOf(query.dataset)
  const hasProjects = (await findProjectsOf(request)) !== undefined
  const fields = [query.field ?? []].flat().map(String)
  const orders = [query.orderby ?? []].flat().map(String)
  const search = checkSearch(dataset, String(query.query ?? ''), now)
  const checked = {
    projects: [toIssue(hasProjects ? null : 'there is no such project')],
    dataset: [
      {
        name,
        ...toIssue(dataset ? null : 'the dataset must be errors, spans, transactions, logs or metrics'),
      },
    ],
    environment: [query.environment ?? []].flat().map(() => toIssue(null)),
    field: fields.map((field) => ({ name: field, attrType: null, ...toIssue(checkField(field)) })),
    orderby: orders.map((sort) => ({ name: sort, attrType: null, ...toIssue(checkSort(fields, sort)) })),
  }
  const valid =
    search === null &&
    Object.values(checked)
      .flat()
      .every((each) => each.valid)
  return answer({ valid, ...checked, query: { ...toIssue(search), fields: [] } })
}

function toIssue(error: string | null) {
  return { valid: error === null, error }
}

function checkField(field: string): string | null {
  const call = parseFunction(field)
  return typeof call === 'object' ? call.refusal : null
}

function checkSort(field: readonly string[], sort: string): string | null {
  const table = parseTable({ field, sort }, ['id'])
  return 'refusal' in table ? table.refusal : null
}

function checkSearch(dataset: ReturnType<typeof datasetOf>, query: string, now: number): string | null {
  const search = dataset === 'logs' ? parseLogSearch(query) : parseTableSearch(query, now)
  return 'error' in search ? formatSearchError(search.error) : null
}
