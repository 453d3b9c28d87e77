import type { FastifyReply } from 'fastify'

/** Attributes that all cookies of the pages share. */
export interface CookieOptions {
  path: string
  httpOnly: boolean
  sameSite: 'lax'
  secure: boolean
}

export interface AnswerCookie {
  name: string
  /** Undefined deletes the cookie. */
  value: string | undefined
  maxAgeSeconds: number
}

/** The cookies of one answer, remembered so that the same answer can be given again. */
export interface CookieJar {
  set(cookie: AnswerCookie): void
  list(): AnswerCookie[]
}

export function createCookieJar(reply: FastifyReply, options: CookieOptions): CookieJar {
  const cookies: AnswerCookie[] = []
  return {
    set(cookie) {
      cookies.push(cookie)
      const { name, value, maxAgeSeconds } = cookie
      if (value === undefined) void reply.clearCookie(name, options)
      else void reply.setCookie(name, value, { ...options, maxAge: maxAgeSeconds })
    },
    list: () => [...cookies],
  }
}
