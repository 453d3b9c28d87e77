import { keptScope } from '#renderer/scope.ts'

/** The parameters that lead to the same scope, and to the same comparison. */
export function keptParameters(parameters: URLSearchParams): Record<string, string> {
  return { ...keptScope(parameters), ...(parameters.get('compare') === '1' && { compare: '1' }) }
}
