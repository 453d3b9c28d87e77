import type { FastifyRequest } from 'fastify'

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Whether somebody on this machine asks. A proxy on it would ask for all the world, and need not say so: where the
 * desk is known by a public address, being near proves nothing. Nor does it where another name was asked for: a page in
 * a browser here may have had its own site's name point to this machine (DNS rebinding), and would read the answer.
 */
export function isFromThisMachine(
  { socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>,
  publicUrl: string,
): boolean {
  if (!LOOPBACK_HOST.test(new URL(publicUrl).hostname)) return false
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false
  if (!LOOPBACK_HOST.test(URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '')) return false
  return LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '')
}
