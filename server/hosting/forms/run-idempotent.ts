import { createHash } from 'node:crypto'
import type { AnswerCookie, CookieJar } from '#server/hosting/policy/cookie-jar.ts'
import type { WriteTickets } from '#server/store/engine/news.ts'
import type { Idempotency } from './idempotency.ts'
import type { PostedForm } from './posted-form.ts'

export interface FormRun {
  idempotency: Idempotency
  jar: CookieJar
  /** The visitor's session cookie. */
  session: string | undefined
  /** Says whether an answer with these cookies may be given again. */
  mayRepeat: (cookies: readonly AnswerCookie[]) => Promise<boolean>
  url: URL
  form: PostedForm
  writes?: WriteTickets | undefined
}

/**
 * Runs a form's action once for each rendered form. A repeated form gets the first answer, cookies included: after two
 * sign-ins by one double click, the browser keeps only the second answer. An answer whose session has ended since is
 * not given again: its cookie would sign no account in.
 */
export async function runIdempotent<Result>(form: FormRun, run: () => Promise<Result>): Promise<Result> {
  const { idempotency, jar, mayRepeat, writes } = form
  const key = await keyOf(form)
  if (key === undefined) return run()
  const { result, isRepeat } = await idempotency.run(
    key,
    async () => ({ ended: await run(), cookies: jar.list(), write: writes?.lastWrite() }),
    ({ cookies }) => mayRepeat(cookies),
  )
  if (!isRepeat) return result.ended
  for (const cookie of result.cookies) jar.set(cookie)
  if (writes !== undefined && result.write !== undefined) {
    await writes.see(result.write) // Another process may have written it.
    writes.noteRepeat(result.write)
  }
  return result.ended
}

/**
 * The content is part of the key. A page in the browser's history still has the key that it was rendered with, and
 * other input in it makes another form; and only a sender who knows all the input, passwords too, can get an answer.
 */
async function keyOf({ session, url, form }: FormRun): Promise<string | undefined> {
  if (form.idempotencyKey === undefined) return undefined
  const files = form.files.map(({ field, file }) => [field, file.name, file.type, file.size])
  const hash = createHash('sha256').update(
    JSON.stringify([
      session ?? null,
      url.pathname + url.search,
      form.idempotencyKey,
      [...form.fields],
      files,
    ]),
  )
  for (const { file } of form.files) hash.update(await file.bytes())
  return hash.digest('hex')
}
