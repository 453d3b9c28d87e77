import { scopeParams } from '#renderer/scope.ts'

/** The parameters that lead to the same scope, and to the same comparison. */
export function savedParameters(parameters: URLSearchParams): Record<string, string> {
  return { ...scopeParams(parameters), ...(parameters.get('compare') === '1' && { compare: '1' }) }
}
