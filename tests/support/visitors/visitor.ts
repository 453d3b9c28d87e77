import { type DeskProcess, owner } from '#tests/support/desk/desk-process.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'

/** Somebody with a browser without JavaScript, who reads pages and sends their forms. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>
  /** The data of a page. */
  read(path: string): Promise<unknown>
}

export function visitorWith(desk: DeskProcess, cookie: string): Visitor {
  const ask = (path: string, init: RequestInit, headers: Record<string, string>) =>
    fetch(desk.url + path, { redirect: 'manual', ...init, headers: { cookie, ...headers } })
  return {
    get: (path, headers = {}) => ask(path, {}, headers),
    post: (path, fields, headers = { origin: desk.url }) =>
      ask(path, { method: 'POST', body: new URLSearchParams(fields) }, headers),
    async read(path) {
      const [pathname, query] = path.split('?')
      const address = `${pathname}/index.pageContext.json${query === undefined ? '' : `?${query}`}`
      const { data } = (await (await ask(address, {}, {})).json()) as { data: { page: unknown } } // our payload
      return data.page
    },
  }
}

export async function ownerOf(desk: DeskProcess): Promise<Visitor> {
  return visitorWith(desk, await sessionOf(desk))
}

/** Signs in, and gives the session's cookie. */
export async function signInAs(desk: DeskProcess, who = owner, cookie = ''): Promise<string> {
  const answer = await visitorWith(desk, cookie).post('/sign-in', who)
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const session = cookies.find((each) => each.startsWith('crumbtrail_session='))
  if (session === undefined) throw new Error(`Cannot sign in as ${who.email}: the answer is ${answer.status}`)
  return session
}

/** Adds an account with a role by commands, and signs in with it. */
export async function addVisitor(desk: DeskProcess, email: string, role: string): Promise<Visitor> {
  const { password }: { password: string } = JSON.parse(await desk.cli('user', 'add', email, '--json'))
  await desk.cli('user', 'role', email, role)
  return visitorWith(desk, await signInAs(desk, { email, password }))
}

/** The value of a hidden field in the form of a page that has this button. */
export async function hiddenField(
  visitor: Visitor,
  path: string,
  change: string,
  name: string,
): Promise<string> {
  return hiddenFieldIn(await (await visitor.get(path)).text(), change, name)
}

/** The same of a page that was read already. */
export function hiddenFieldIn(html: string, change: string, name: string): string {
  const form = html.split('<form').find((part) => part.includes(`value="${change}"`))
  const value = form === undefined ? undefined : new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1]
  if (value === undefined) throw new Error(`Cannot find the field ${name} of the form ${change}`)
  return value
}
