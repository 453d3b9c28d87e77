import type { FastifyReply, FastifyRequest } from 'fastify'
import { postedForm } from './forms/posted-form.ts'
import { createCookieJar } from './policy/cookie-jar.ts'
import type { ReceiveOptions } from './receive.ts'

const PATH = /^\/unsubscribe\/([\w.-]{1,200})$/

/** The token of a link by which mails are ended; undefined for other addresses. */
function tokenOf(url: string): string | undefined {
  return PATH.exec(url)?.[1]
}

/**
 * Whether a form may come from elsewhere: mail programs send it without a page of ours. It is bound to the signature in its
 * address, and does nothing by a cookie.
 */
export function isUnsubscribing({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean {
  return method === 'POST' && tokenOf(url) !== undefined
}

/**
 * Answers what a mail program sends for the button *Unsubscribe*: https://www.rfc-editor.org/rfc/rfc8058. It is answered without a
 * redirect, which would lose the form. False for all other requests, which pages answer.
 */
export async function answerOneClick(
  request: FastifyRequest,
  reply: FastifyReply,
  { admit, cookieOptions }: Pick<ReceiveOptions, 'admit' | 'cookieOptions'>,
): Promise<boolean> {
  const token = tokenOf(request.url)
  if (request.method !== 'POST' || token === undefined) return false
  if (postedForm(request.body).fields.get('List-Unsubscribe') !== 'One-Click') return false
  const { mailLinks } = admit(request, createCookieJar(reply, cookieOptions)).openAccounts(undefined)
  const ended = await mailLinks.endAtOnce(token)
  const answer = ended ? 'You are unsubscribed.' : 'Cannot unsubscribe: the link is not ours'
  await reply
    .code(ended ? 200 : 404)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${answer}\n`)
  return true
}
