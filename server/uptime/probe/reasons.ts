import { certificateFault } from '#server/outbound/certificate-fault.ts'
import { BrokenOff } from './exchange.ts'

const CONNECTION_FAULTS = new Map([
  ['ECONNREFUSED', 'refused the connection'],
  ['ECONNRESET', 'closed the connection without an answer'],
  ['EPIPE', 'closed the connection without an answer'],
])

/** Says in one sentence why a request got no whole answer. */
export function reasonOf(error: unknown, { hostname }: URL): string {
  const certificate = certificateFault(error)
  if (certificate !== undefined) return capitalize(certificate)
  if (error instanceof BrokenOff) return `${hostname} broke off its answer`
  const codes = codesOf(error)
  if (codes.some((code) => code.startsWith('HPE_'))) return `${hostname} did not answer in HTTP`
  const known = codes.map((code) => CONNECTION_FAULTS.get(code)).find((fault) => fault !== undefined)
  return `${hostname} ${known ?? 'cannot be reached'}`
}

/** Where a name has several addresses, each of them failed by itself. */
function codesOf(error: unknown): string[] {
  const all = error instanceof AggregateError ? error.errors : [error]
  return all.map((one: unknown) => (one instanceof Error && 'code' in one ? String(one.code) : ''))
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
