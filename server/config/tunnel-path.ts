import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Addresses that the server answers beside its pages; `@` matches one segment, `**` all that is below. */
const ENDPOINTS = [
  '/api/@project/**',
  '/assets',
  '/assets/**',
  '/healthz',
  '/readyz',
  '/metrics',
  '/live',
  '/live/**',
  '/issues/@issueId/events/@eventId/**',
  '/feedback/@slug/@feedbackId/attachments/**',
]

const PAYLOAD = /\/index\.pageContext\.json$/

/** Says what is wrong with a path for the tunnel, pages aside, as the end of a sentence. */
export function refusalOfTunnelPath(path: string): string | undefined {
  const isPath = /^(\/[\w.~-]+)+$/.test(path) && !/\/\.{1,2}(\/|$)/.test(path)
  if (!isPath) return 'which is not a path like /tunnel'
  const endpoint = ENDPOINTS.find((pattern) => isAt(pattern, path))
  return endpoint && `which is the address of the endpoint ${endpoint}`
}

/**
 * Throws if the path is taken. A page's forms would be read as envelopes: routes come before pages, and the build
 * writes the path into the pages, so both check it.
 */
export function requireTunnelPath(path: string, root: string): void {
  const asked = path.replace(PAYLOAD, '')
  const route = listRoutes(root).find((pattern) => isAt(pattern, asked))
  const refusal = refusalOfTunnelPath(path) ?? (route && `which is the address of the page ${route}`)
  if (refusal !== undefined)
    throw new Error(`Cannot start: TUNNEL_PATH is ${JSON.stringify(path)}, ${refusal}`)
}

/** The folders of pages/, which are their routes: https://vike.dev/filesystem-routing */
function listRoutes(root: string): string[] {
  return readdirSync(join(root, 'pages'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|[\\/])\+Page\.tsx$/.test(file))
    .map((file) => `/${dirname(file).replaceAll('\\', '/')}`)
}

/** Compares segment by segment. */
function isAt(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const asked = path.split('/')
  const isBelow = wanted.at(-1) === '**'
  if (isBelow ? asked.length < wanted.length : asked.length !== wanted.length) return false
  return wanted.every((part, index) => part === '**' || part.startsWith('@') || part === asked[index])
}
