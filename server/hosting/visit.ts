import type { SignIn } from '#server/accounts/sign-in.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { OtlpPageSettings } from '#server/process/otlp-settings.ts'
import type { AccountRow } from '#server/store/accounts/accounts.ts'
import type { Failure, FailureRecorder, FailureStage } from './failure.ts'
import type { PostedFile } from './forms/posted-form.ts'
import type { LoadedPage } from './loaded-page.ts'
import type { AnswerCookie } from './policy/cookie-jar.ts'
import type { PreferenceChanges, Preferences } from './preferences.ts'
import type { ShellOffer } from './shells/shell.ts'

/** One request for a page, as Fastify hands it to the renderer (`pageContext.visit`, on the server only). */
export interface Visit {
  /** The page's own address, also when its payload is asked for. */
  readonly url: URL
  /** Milliseconds since the epoch: the one "now" of everything that this page shows. */
  readonly now: number
  /** A browser that opens the page gets a document; one that navigates, or posts by a script, gets data. */
  readonly wants: 'document' | 'data'
  readonly viewer: AccountRow | undefined
  readonly preferences: Preferences
  /** Keeps what is changed of them in the visitor's browser. */
  changePreferences(changes: PreferenceChanges): { refusal: string; field: string } | undefined
  /** Reading it throws where nobody is signed in. */
  readonly desk: Desk
  readonly accounts: SignIn
  /** What was posted to the page, text and files. */
  readonly form: URLSearchParams | undefined
  readonly files: readonly PostedFile[]
  /** Runs the form's action, or hands out what it came to when this same form was sent before. */
  runOnce<Result>(run: () => Promise<Result>): Promise<Result>
  /** What the form came to that led here by a redirect. */
  readonly flash: object | undefined
  readonly cspNonce: string
  /** What the page's browser needs to report to this desk; absent when it should not. */
  readonly browserTelemetry: BrowserTelemetrySettings | undefined
  /** A step on the way to the answer, as a span of the request's trace. */
  measure<Result>(op: string, name: string, work: () => Result): Result
  /** What the request's span is named after: pages have one route in Fastify, and many in Vike. */
  setRoute(route: string): void
  /** For the document's head: by these its browser goes on with this request's trace. */
  traceMeta(): { name: string; content: string }[]
  /** Reports what was thrown and gives it a digest, once for each thing thrown. */
  recordFailure(thrown: unknown, stage: FailureStage): Failure
  lastFailure(): Failure | undefined
  /** What broke before the page was asked for: the page is not run, its error screen is shown. */
  readonly earlyFailure: Failure | undefined
  /** What loading the page came to. Loaded before Vike renders it, or else on the way there: once in any case. */
  loaded?: LoadedPage
  /** Set while the page's shell is made: at boot, when nobody asks for the page. */
  readonly shell?: ShellOffer
  /** Set by the renderer: what came of the form so far. Should the page fail, its next visit shows that. */
  toShowAgain?: object | undefined
  /** Set by the renderer: the error screen as HTML, for a document that broke while it streamed. */
  renderErrorScreen?: (digest: string) => string
}

/** Every visitor can read it: it stands in each document's head. */
export interface BrowserTelemetrySettings {
  /** Where `envelope` and `sentry` report to; absent where nothing in pages does. */
  dsn?: string | undefined
  /** Where `otlp` reports to. */
  otlp?: OtlpPageSettings | undefined
  release: string
  environment: string
  /** Of navigations; whether a page load is kept, its server has decided. */
  sampleRate?: number
  /** The key of the DSN, for the traces that begin in the page. */
  publicKey?: string | undefined
}

export type RequestTrace = Pick<Visit, 'measure' | 'setRoute' | 'traceMeta'>

/** Who is asking, and what they may reach. */
export interface Admission extends Pick<Visit, 'browserTelemetry'> {
  findViewer: () => Promise<AccountRow | undefined>
  openDesk: (viewer: AccountRow) => Desk
  openAccounts: () => SignIn
  /** The session cookie as it came. */
  session: string | undefined
  /** Whether an answer that set these cookies may be given again: not where its session has ended. */
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
    Pick<Admission, 'openDesk' | 'openAccounts'> {
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
 * What not every visit needs, made when it is asked for. A class, since getters in a literal give each object a hidden
 * class of its own, which only a full collection frees.
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
    this.#desk ??= openDesk(viewer)
    return this.#desk
  }

  get accounts(): SignIn {
    return this.#open.openAccounts()
  }
}
