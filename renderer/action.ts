import type { SignIn } from '../server/accounts/sign-in.ts'
import type { LoaderContext } from './loader.ts'

/** What a page's `+action.ts` gets. Actions run on the server, for a form posted to the page. */
export interface ActionContext extends LoaderContext {
  form: URLSearchParams
  accounts: SignIn
}

/** `redirectTo` sends the browser on with 303; a refusal shows the page again with what was typed. */
export type ActionResult =
  | { kind: 'done'; redirectTo?: string; message?: string }
  | { kind: 'refused'; message: string; field?: string; values: Record<string, string> }

export function done(result: { redirectTo?: string; message?: string } = {}): ActionResult {
  return { kind: 'done', ...result }
}

/** Fields named like secrets are never sent back. */
export function refused(message: string, form: URLSearchParams, field?: string): ActionResult {
  const values = Object.fromEntries([...form].filter(([name]) => !/password|secret|token/i.test(name)))
  return { kind: 'refused', message, values, ...(field === undefined ? {} : { field }) }
}

export type Action = (context: ActionContext) => Promise<ActionResult>
