/** The address that an SDK reports to: `https://<key>@<host>[/<path>]/<project>`. */
export interface IngestDsn {
  publicKey: string
  projectId: string
  /** The desk's address, without a slash at the end. */
  baseUrl: string
}

export function formatDsn(publicUrl: string, publicKey: string, projectId: number): string {
  const { protocol, host, pathname } = new URL(publicUrl)
  return `${protocol}//${publicKey}@${host}${pathname.replace(/(?<!\/)\/+$/, '')}/${projectId}`
}

/** A password is the secret key that old DSNs had: it is accepted and ignored. */
export function parseDsn(text: string): IngestDsn | undefined {
  const url = URL.parse(text)
  const path = /^(.*)\/(\d+)$/.exec(url?.pathname ?? '')
  if (!url || !path || url.username === '' || !/^https?:$/.test(url.protocol)) return undefined
  return {
    publicKey: url.username,
    projectId: path[2] ?? '',
    baseUrl: `${url.protocol}//${url.host}${path[1]}`,
  }
}
