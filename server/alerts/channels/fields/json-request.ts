import type { OutgoingRequest } from '../channel.ts'

/** A POST request of JSON. */
export function jsonRequest(
  url: string | undefined,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): OutgoingRequest {
  return {
    method: 'POST',
    url: url ?? '',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}
