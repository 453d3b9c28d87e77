import type { Failure } from './failure.ts'

/**
 * The result of loading a page: its guard, its action and its loader. `renderer/page/load-page.ts` makes it, for
 * documents and payloads alike; the answer is decided here.
 */
export type HostedPage =
  | {
      kind: 'loaded'
      /** The data that the server renders the page from. */
      data: object
      /** The JSON for a browser that navigates, or that posted by a script. */
      payload: () => object
      /** True if the page shows the input again because the action refused it. */
      isRefused: boolean
    }
  | {
      kind: 'redirect'
      to: string
      statusCode: number
      /** Pages that the action has changed. */
      changed?: readonly string[]
      /** The action's result, which the next page shows once. */
      flash?: object
    }
  | { kind: 'signed-out'; signIn: string }
  /** The form was posted to a page without an action. */
  | { kind: 'no-action' }
  /** `render(404)` and the like are intended. Without a status only Vike can follow it. */
  | {
      kind: 'aborted'
      statusCode: number | undefined
      thrown: unknown
      /** Why, in a sentence for the reader. */
      says?: string
    }
  | { kind: 'failed'; failure: Failure }
