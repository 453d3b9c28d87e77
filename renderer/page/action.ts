import { unfinished as unfinishedText } from '#renderer/texts/errors/failure.ts'
import type { PostedFile } from '#server/hosting/forms/posted-form.ts'
import type { Visit } from '#server/hosting/visit.ts'
import type { LoaderContext } from './loader.ts'

/**
 * The argument of a page's `+action.ts`. Actions run on the server, for a form that was posted to the
 * page.
 */
export interface ActionContext extends LoaderContext {
  form: URLSearchParams
  /** The content of its file inputs (multipart/form-data). */
  files: readonly PostedFile[]
  changePreferences: Visit['changePreferences']
}

/** `Value` is additional JSON that the action returns to its page. */
export type ActionResult<Value = unknown> = Done<Value> | Refused

interface Done<Value> {
  kind: 'done'
  /** The page to show next, with status 303. */
  redirectTo?: string
  /** A message that the form's page, or the one that it redirects to, shows once. */
  message?: string
  /** The value of the field `change` that undoes it: the message then has a button. */
  undo?: string
  /**
   * The addresses of pages whose data is out of date now, with their queries. If it is absent, all pages
   * are.
   */
  changed?: string[]
  value?: Value
}

/** The page is shown again, with the text that was typed. */
interface Refused {
  kind: 'refused'
  message: string
  /** The form field that the message refers to. */
  field?: string
  values: Record<string, string>
}

export function done<Value = never>(result: Omit<Done<Value>, 'kind'> = {}): ActionResult<Value> {
  return { kind: 'done', ...result }
}

export function refused(message: string, form: URLSearchParams, field?: string): Refused {
  return { kind: 'refused', message, values: typedIn(form), ...(field === undefined ? {} : { field }) }
}

/**
 * The result that the form's page shows after the server failed, because the failure itself is no result
 * of a form.
 */
export function unfinished(form: URLSearchParams): Refused {
  return refused(unfinishedText, form)
}

/** Fields with names of secrets are never sent back. */
function typedIn(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form].filter(([name]) => !/password|secret|token/i.test(name)))
}

export type Action = (context: ActionContext) => Promise<ActionResult>
