import { sdk } from '../sdk.ts'

/** Where events go, and the key that lets them in: https://develop.sentry.dev/sdk/overview/#parsing-the-dsn */
export interface Dsn {
  protocol: string
  publicKey: string
  /** With the port, where there is one. */
  host: string
  /** What stands before the project: empty, or `/errors`. */
  pathPrefix: string
  projectId: string
}

const pattern = /^(https?):\/\/([^:@/?#\s]+)(?::[^@/\s]*)?@([^@/?#\s]+)((?:\/[^/?#\s]+)*)\/(\w+)\/?$/

/** Throws when it cannot be one. The text is not repeated: an old DSN's password is a secret. */
export function parseDsn(text: string): Dsn {
  const [whole, protocol = '', publicKey = '', host = '', pathPrefix = '', projectId = ''] =
    pattern.exec(text.trim()) ?? []
  if (!whole) throw new Error('Cannot parse the DSN: it is not like https://<key>@<host>/<project>')
  return { protocol, publicKey, host, pathPrefix, projectId }
}

/** For an envelope's header: without the password that old DSNs have. */
export const formatDsn = ({ protocol, publicKey, host, pathPrefix, projectId }: Dsn): string =>
  `${protocol}://${publicKey}@${host}${pathPrefix}/${projectId}`

/** The key goes into the query, because a custom header would cost browsers a preflight. */
export const envelopeUrl = ({ protocol, publicKey, host, pathPrefix, projectId }: Dsn): string =>
  `${protocol}://${host}${pathPrefix}/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}&sentry_client=${sdk.name}%2F${sdk.version}`
