import { unfinished as unfinishedText } from '#renderer/texts/errors/failure.ts'
import type { SignIn } from '#server/accounts/sign-in.ts'
import type { PostedFile } from '#server/hosting/forms/posted-form.ts'
import type { Visit } from '#server/hosting/visit.ts'
import type { LoaderContext } from './loader.ts'

/** What a page's `+action.ts` gets. Actions run on the server, for a form posted to the page. */
export interface ActionContext extends LoaderContext {
  form: URLSearchParams
  /** What its file inputs hold (multipart/form-data). */
  files: readonly PostedFile[]
  accounts: SignIn
  changePreferences: Visit['changePreferences']
}

/** `Value` is what the action has to say to its page besides, as JSON. */
export type ActionResult<Value = unknown> = Done<Value> | Refused

interface Done<Value> {
  kind: 'done'
  /** Another page follows, got with 303. */
  redirectTo?: string
  /** Shown once on the page that the form was posted to. */
  message?: string
  /** Addresses whose data is out of date now, queries included; every page's when it is absent. */
  changed?: string[]
  value?: Value
}

/** The page is shown again, with what was typed. */
interface Refused {
  kind: 'refused'
  message: string
  /** The form's field that the message is about. */
  field?: string
  values: Record<string, string>
}

export function done<Value = never>(result: Omit<Done<Value>, 'kind'> = {}): ActionResult<Value> {
  return { kind: 'done', ...result }
}

export function refused(message: string, form: URLSearchParams, field?: string): Refused {
  return { kind: 'refused', message, values: typedIn(form), ...(field === undefined ? {} : { field }) }
}

/** What the form's page shows when it is come back to after the server failed: the failure is no answer to a form. */
export function unfinished(form: URLSearchParams): Refused {
  return refused(unfinishedText, form)
}

/** Fields named like secrets are never sent back. */
function typedIn(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form].filter(([name]) => !/password|secret|token/i.test(name)))
}

export type Action = (context: ActionContext) => Promise<ActionResult>
