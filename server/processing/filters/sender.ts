import type { NormalizedEvent, NormalizedRequest } from '#server/processing/event.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'

/** Where something came from, as far as filters ask. */
export interface FilteredSender {
  release: string | null
  userAgent: string | undefined
  url: string | undefined
  ipAddress: string | undefined
  /** Undefined where there is none with that name, which is in lower case. */
  header(name: string): string | undefined
}

export function senderOfEvent({ release, request, user }: NormalizedEvent): FilteredSender {
  const header = headerOf(request)
  return {
    release: release ?? null,
    userAgent: header('user-agent'),
    url: request?.url,
    ipAddress: user?.ip_address,
    header,
  }
}

/** Reads the attributes of OpenTelemetry's conventions, older and newer, and a transaction's own request. */
export function senderOfSpan(
  { release, data }: NormalizedSpan,
  request: NormalizedRequest | undefined,
): FilteredSender {
  const header = headerOf(request)
  const attribute = (...names: string[]) => {
    const value = names.map((name) => data[name]).find((given) => typeof given === 'string')
    return typeof value === 'string' ? value : undefined
  }
  return {
    release,
    userAgent: header('user-agent') ?? attribute('user_agent.original', 'http.user_agent'),
    url: request?.url ?? attribute('url.full', 'http.url'),
    ipAddress: attribute('client.address', 'http.client_ip'),
    header,
  }
}

function headerOf(request: NormalizedRequest | undefined) {
  return (name: string) => request?.headers.find(([given]) => given.toLowerCase() === name)?.[1]
}
