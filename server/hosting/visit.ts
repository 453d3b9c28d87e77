import type { SignIn } from '../accounts/sign-in.ts'
import type { Desk } from '../desk.ts'
import type { AccountRow } from '../store/accounts.ts'
import type { Failure, FailureRecorder, FailureStage } from './failure.ts'

/** One request for a page, as Fastify hands it to the renderer (`pageContext.visit`, on the server only). */
export interface Visit {
  /** The page's own address, also when its payload is asked for. */
  readonly url: URL
  /** Milliseconds since the epoch: the one "now" of everything that this page shows. */
  readonly now: number
  readonly viewer: AccountRow | undefined
  /** Reading it throws where nobody is signed in. */
  readonly desk: Desk
  readonly accounts: SignIn
  /** What was posted to the page. */
  readonly form: URLSearchParams | undefined
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
  /** Set by the renderer: the error screen as HTML, for a document that broke while it streamed. */
  renderErrorScreen?: (digest: string) => string
}

export interface BrowserTelemetrySettings {
  dsn: string
  release: string
  environment: string
}

export type RequestTrace = Pick<Visit, 'measure' | 'setRoute' | 'traceMeta'>

/** Who is asking, and what they may reach. */
export interface Admission extends Pick<Visit, 'accounts' | 'browserTelemetry'> {
  findViewer: () => Promise<AccountRow | undefined>
  openDesk: (viewer: AccountRow) => Desk
}

interface VisitParts
  extends Omit<Visit, 'desk' | 'recordFailure' | 'lastFailure' | 'renderErrorScreen'>,
    Pick<Admission, 'openDesk'> {
  failures: FailureRecorder
}

export function createVisit({ failures, openDesk, ...parts }: VisitParts): Visit {
  return {
    ...parts,
    get desk() {
      if (parts.viewer === undefined) throw new Error('Cannot open desk: nobody is signed in')
      return openDesk(parts.viewer)
    },
    recordFailure: failures.record,
    lastFailure: failures.last,
  }
}
