import type { FastifyReply, FastifyRequest } from 'fastify'
import { factorsPath, signInPath } from '#renderer/paths.ts'
import type { Viewer } from '#server/accounts/sessions.ts'
import type { Desk } from '#server/desk/desk.ts'
import { createCookieJar } from '#server/hosting/policy/cookie-jar.ts'
import type { ReceiveOptions } from '#server/hosting/receive.ts'

export type ReaderOptions = Pick<ReceiveOptions, 'admit' | 'cookieOptions'>

/**
 * Who asks for a file beside the pages. Undefined after the answer that sends the visitor to sign in, or to set up a second
 * factor first.
 */
export async function findReader(
  request: FastifyRequest,
  reply: FastifyReply,
  { admit, cookieOptions }: ReaderOptions,
): Promise<{ viewer: Viewer; desk: Desk } | undefined> {
  const { findViewer, openDesk } = admit(request, createCookieJar(reply, cookieOptions))
  const viewer = await findViewer()
  if (viewer !== undefined && !viewer.needsFactor) return { viewer, desk: openDesk(viewer) }
  void reply.redirect(viewer === undefined ? signInPath(request.url) : factorsPath(request.url), 302)
  return undefined
}
