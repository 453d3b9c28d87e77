import type { Failure } from './failure.ts'

/**
 * What loading a page came to: who may see it, its action, its loader. `renderer/page/load-page.ts` makes these, for
 * documents and payloads alike; what is answered, and how, is decided here.
 */
export type LoadedPage =
  | {
      kind: 'loaded'
      /** What the page is rendered from on the server. */
      data: object
      /** What a browser that navigates, or that posted by a script, gets of it as JSON. */
      payload: () => object
      /** Whether it shows again what was typed, because the action refused it. */
      isRefused: boolean
    }
  | {
      kind: 'redirect'
      to: string
      statusCode: number
      /** Pages that the action has changed. */
      changed?: readonly string[]
      /** What the page that it leads to shows once: the action's result. */
      flash?: object
    }
  | { kind: 'signed-out'; signIn: string }
  /** A form was posted to a page that takes none. */
  | { kind: 'no-action' }
  /** `render(404)` and the like: an intention. Without a status it is one that only Vike can follow. */
  | { kind: 'aborted'; statusCode: number | undefined; thrown: unknown }
  | { kind: 'failed'; failure: Failure }
