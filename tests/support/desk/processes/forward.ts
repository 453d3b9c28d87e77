import { type IncomingMessage, request, type ServerResponse } from 'node:http'

/** Passes a request on to a desk. The host stays the proxy's: to the desk it is one of its own addresses. */
export function forward(
  deskUrl: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  beforeAnswer: (status: number) => Promise<void> | void = () => {},
): void {
  const { method, url, headers } = incoming
  const onward = request(new URL(url ?? '/', deskUrl), { method, headers }, async (answer) => {
    await beforeAnswer(answer.statusCode ?? 502)
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy()) // a page that goes would leave its live stream open: an account has a few
  incoming.pipe(onward)
}
