import { scopeParams } from '#renderer/scope.ts'

/** The address parameters that keep the scope and the comparison. */
export function savedParameters(parameters: URLSearchParams): Record<string, string> {
  return { ...scopeParams(parameters), ...(parameters.get('compare') === '1' && { compare: '1' }) }
}
