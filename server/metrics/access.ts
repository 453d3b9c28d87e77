import type { FastifyRequest } from 'fastify'

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Whether somebody on this machine asks. A proxy on it would ask for all the world, and need not say so: where the
 * desk is known by a public address, being near proves nothing.
 */
export function isFromThisMachine(
  { socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>,
  publicUrl: string,
): boolean {
  if (!LOOPBACK_HOST.test(new URL(publicUrl).hostname)) return false
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false
  return LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '')
}
