import type { JsonObject } from '#server/processing/normalize/untrusted.ts'

/** A violated policy, in the one or the other shape that browsers report it in. */
export interface CspReport {
  directive: string
  blocked: string
  document: string
  report: JsonObject
}

/** `csp-report` of https://www.w3.org/TR/CSP3/#deprecated-serialize-violation, or a body of the Reporting API. */
export function parseCsp(report: JsonObject): CspReport {
  const text = (...names: string[]) => {
    const found = names.map((name) => report[name]).find((value) => typeof value === 'string')
    return typeof found === 'string' ? found.trim() : ''
  }
  const violated = text(
    'effective-directive',
    'effectiveDirective',
    'violated-directive',
    'violatedDirective',
  )
  return {
    directive: violated.split(/\s/, 1)[0]?.toLowerCase() || 'unknown',
    blocked: text('blocked-uri', 'blockedURI', 'blockedURL'),
    document: text('document-uri', 'documentURI', 'documentURL'),
    report,
  }
}

/** Words that stand for no address. */
const LOCAL = /^(?:self|inline|eval|data|blob|filesystem|about|wasm-eval|trusted-types-\w+)$/

/**
 * What was blocked, as far as it makes one issue of many reports: the host, or the word or scheme that stands for it.
 * A page's own host is `self`.
 */
export function blockedSource({ blocked, document }: CspReport): string {
  const word = blocked.replace(/^'|'$/g, '').toLowerCase()
  if (word === '' || LOCAL.test(word)) return word === '' ? 'inline' : word
  const url = URL.parse(blocked) ?? URL.parse(`https://${blocked}`)
  if (!url) return word
  if (url.host === '') return url.protocol.slice(0, -1)
  return url.host === URL.parse(document)?.host ? 'self' : url.host
}
