import { sdk } from '../sdk.ts'

/** The address for events and its key: https://develop.sentry.dev/sdk/overview/#parsing-the-dsn */
export interface Dsn {
  protocol: string
  publicKey: string
  /** The host, with its port if there is one. */
  host: string
  /** The path before the project: empty, or `/errors`. */
  pathPrefix: string
  projectId: string
}

const pattern = /^(https?):\/\/([^:@/?#\s]+)(?::[^@/\s]*)?@([^@/?#\s]+)((?:\/[^/?#\s]+)*)\/(\w+)\/?$/

/**
 * Throws if the text is not a DSN. The error does not repeat the text, because an old DSN contains a
 * secret password.
 */
export function parseDsn(text: string): Dsn {
  const [whole, protocol = '', publicKey = '', host = '', pathPrefix = '', projectId = ''] =
    pattern.exec(text.trim()) ?? []
  if (!whole) throw new Error('Cannot parse the DSN: it is not like https://<key>@<host>/<project>')
  return { protocol, publicKey, host, pathPrefix, projectId }
}

/** Formats a DSN for an envelope's header, without the password of old DSNs. */
export const formatDsn = ({ protocol, publicKey, host, pathPrefix, projectId }: Dsn): string =>
  `${protocol}://${publicKey}@${host}${pathPrefix}/${projectId}`

/** The key is in the query, because a custom header would cost browsers a preflight request. */
export const envelopeUrl = ({ protocol, publicKey, host, pathPrefix, projectId }: Dsn): string =>
  `${protocol}://${host}${pathPrefix}/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}&sentry_client=${sdk.name}%2F${sdk.version}`
