import type { RequestAccounts } from '#server/accounts/own/request-accounts.ts'
import type { Viewer } from '#server/accounts/sessions.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { OtlpDelivery } from '#telemetry/adapters/otlp.ts'
import type { Failure, FailureRecorder, FailureStage } from './failure.ts'
import type { PostedFile } from './forms/posted-form.ts'
import type { HostedPage } from './loaded-page.ts'
import type { AnswerCookie } from './policy/cookie-jar.ts'
import type { PreferenceChanges, Preferences } from './preferences.ts'
import type { PageSlots, SlotRefusal } from './shells/page-slots.ts'

/** One request for a page, as Fastify hands it to the renderer (`pageContext.visit`, on the server only). */
export interface Visit {
  /** The page's own address, also if its payload is requested. */
  readonly url: URL
  /** Milliseconds since the epoch: the one "now" of all that this page shows. */
  readonly now: number
  /** A browser that opens the page gets a document; one that navigates, or posts by a script, gets data. */
  readonly wants: 'document' | 'data'
  readonly viewer: Viewer | undefined
  readonly preferences: Preferences
  /** Saves the changed ones in the browser. */
  changePreferences(changes: PreferenceChanges): { refusal: string; field: string } | undefined
  /** Reading it throws if no account is signed in. */
  readonly desk: Desk
  readonly accounts: RequestAccounts
  /** The posted text fields and files. */
  readonly form: URLSearchParams | undefined
  readonly files: readonly PostedFile[]
  /** Runs the form's action, or returns its earlier result if this same form was sent before. */
  runIdempotent<Result>(run: () => Promise<Result>): Promise<Result>
  /** The result of the form whose redirect led here. */
  readonly flash: object | undefined
  readonly cspNonce: string
  /** Settings that the page's browser needs to report to this desk; absent if it should not. */
  readonly browserTelemetry: BrowserTelemetrySettings | undefined
  /** Measures a step of the answer as a span of the request's trace. */
  measure<Result>(op: string, name: string, work: () => Result): Result
  /** The request's span gets this name: pages have one route in Fastify, and many in Vike. */
  setRoute(route: string): void
  /** Tags for the document's head, by which its browser continues this request's trace. */
  traceMeta(): { name: string; content: string }[]
  /** Reports a thrown value and gives it a digest, once for each value. */
  recordFailure(thrown: unknown, stage: FailureStage): Failure
  lastFailure(): Failure | undefined
  /** A failure before the page was reached: the page is not run, its error screen is shown. */
  readonly earlyFailure: Failure | undefined
  /** The result of loading the page. It is loaded before Vike renders it, or on the way: once in any case. */
  loaded?: HostedPage
  /** Set while the page's shell is made: at boot, without a request. */
  readonly shell?: ShellOffer
  /** Set by the renderer: the form's result so far. If the page fails, its next visit shows it. */
  toShowAgain?: object | undefined
  /** Set by the renderer: the error screen as HTML, for a document that broke while it streamed. */
  renderErrorScreen?: (digest: string) => string
}

/** Everyone can read it: it is in each document's head. */
export interface BrowserTelemetrySettings {
  /** The target of `envelope` and `sentry`; absent if pages don't use them. */
  dsn?: string | undefined
  /** The target of `otlp`. */
  otlp?: Record<'traces' | 'logs', Omit<OtlpDelivery, 'gzip'>> | undefined
  release: string
  environment: string
  /** The sample rate of navigations; the server has decided whether a page load is sampled. */
  sampleRate?: number
  /** The key of the DSN, for the traces that begin in the page. */
  publicKey?: string | undefined
}

/**
 * The renderer's half of a shell: what `+onRenderHtml` renders into Vike's document, without Vike. Undefined for a page
 * that only Vike can render as it wants to be.
 */
export type RenderSlots = (request: {
  url: string
  routeParams: Record<string, string>
  visit: Visit
}) => Promise<PageSlots | undefined>

/** While a shell is made, these stand in the document for what requests fill in. */
export interface ShellOffer {
  tokens: Record<keyof PageSlots, string>
  take: (render: RenderSlots) => void
  /** Why this page can have no shell: `expected` when it is made so. */
  refuse: (reason: SlotRefusal) => void
}

export type RequestTrace = Pick<Visit, 'measure' | 'setRoute' | 'traceMeta'>

/** The account, and the data that it may reach. */
export interface RequestAdmission extends Pick<Visit, 'browserTelemetry'> {
  findViewer: () => Promise<Viewer | undefined>
  openDesk: (viewer: Viewer) => Desk
  openAccounts: (viewer: Viewer | undefined) => RequestAccounts
  /** The session cookie as it came. */
  session: string | undefined
  /** Says whether an answer that set these cookies may be given again: not if its session has ended. */
  mayRepeat: (cookies: readonly AnswerCookie[]) => Promise<boolean>
}

interface VisitParts
  extends Omit<
      Visit,
      | 'desk'
      | 'accounts'
      | 'cspNonce'
      | 'recordFailure'
      | 'lastFailure'
      | 'loaded'
      | 'toShowAgain'
      | 'renderErrorScreen'
    >,
    Pick<RequestAdmission, 'openDesk' | 'openAccounts'> {
  failures: FailureRecorder
  newNonce: () => string
}

export function createVisit(parts: VisitParts): Visit {
  const { failures, openDesk, openAccounts, newNonce, ...visit } = parts
  const lazy = new LazyParts({ openDesk, openAccounts, newNonce, viewer: visit.viewer })
  return Object.assign(lazy, visit, { recordFailure: failures.record, lastFailure: failures.last })
}

type Openers = Pick<VisitParts, 'openDesk' | 'openAccounts' | 'newNonce' | 'viewer'>

/**
 * Makes rarely needed parts when they are asked for. It is a class, since getters in a literal give each object a
 * hidden class of its own, which only a full collection frees.
 */
class LazyParts {
  readonly #open: Openers
  #desk: Desk | undefined
  #nonce: string | undefined

  constructor(open: Openers) {
    this.#open = open
  }

  get cspNonce(): string {
    this.#nonce ??= this.#open.newNonce()
    return this.#nonce
  }

  get desk(): Desk {
    const { viewer, openDesk } = this.#open
    if (viewer === undefined) throw new Error('Cannot open the desk: the visit has no account')
    if (viewer.needsFactor) throw new Error('Cannot open the desk: the account has to set up a factor first')
    this.#desk ??= openDesk(viewer)
    return this.#desk
  }

  get accounts(): RequestAccounts {
    return this.#open.openAccounts(this.#open.viewer)
  }
}
