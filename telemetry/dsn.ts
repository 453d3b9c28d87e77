import { sdk } from './sdk.ts'

/** Where events go, and the key that lets them in: https://develop.sentry.dev/sdk/overview/#parsing-the-dsn */
export interface Dsn {
  protocol: 'http' | 'https'
  publicKey: string
  /** With the port, where there is one. */
  host: string
  /** What stands before the project: empty, or `/errors`. */
  pathPrefix: string
  projectId: string
}

/** Throws when it cannot be one. The text is not repeated: an old DSN's password is a secret. */
export function parseDsn(text: string): Dsn {
  const url = parseUrl(text.trim())
  const protocol = url.protocol.slice(0, -1)
  if (protocol !== 'http' && protocol !== 'https')
    throw refusal('it begins with neither http:// nor https://')
  if (url.username === '') throw refusal('the key before the @ is missing')
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  const projectId = segments.pop()
  if (projectId === undefined) throw refusal('the project at its end is missing')
  if (!/^\w+$/.test(projectId)) throw refusal('the project at its end is not a number')
  return {
    protocol,
    publicKey: decodeURIComponent(url.username),
    host: url.host,
    pathPrefix: segments.map((segment) => `/${segment}`).join(''),
    projectId,
  }
}

/** For an envelope's header: without the password that old DSNs have. */
export function formatDsn({ protocol, publicKey, host, pathPrefix, projectId }: Dsn): string {
  return `${protocol}://${encodeURIComponent(publicKey)}@${host}${pathPrefix}/${projectId}`
}

/** The key goes into the query, because a custom header would cost browsers a preflight. */
export function envelopeUrl({ protocol, publicKey, host, pathPrefix, projectId }: Dsn): string {
  const query = new URLSearchParams({
    sentry_version: '7',
    sentry_key: publicKey,
    sentry_client: `${sdk.name}/${sdk.version}`,
  })
  return `${protocol}://${host}${pathPrefix}/api/${projectId}/envelope/?${query}`
}

function parseUrl(text: string): URL {
  if (text === '') throw refusal('it is empty')
  try {
    const url = new URL(text)
    decodeURIComponent(url.username)
    return url
  } catch {
    throw refusal('it is not an address like https://<key>@<host>/<project>')
  }
}

function refusal(matter: string): Error {
  return new Error(`Cannot parse the DSN: ${matter}`)
}
