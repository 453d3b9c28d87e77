import { Component, type ErrorInfo, type ReactNode } from 'react'
import { readProperty } from './errors/thrown/thrown.ts'
import type { CaptureHint, Reporter } from './transport/reporter.ts'

/**
 * React's description of where it happened. The types of its client and of React itself differ in what may
 * be missing.
 */
interface FailureInfo {
  componentStack?: string | null | undefined
}

/** Handlers for `createRoot` and `hydrateRoot`: https://react.dev/reference/react-dom/client/hydrateRoot */
export interface RootErrorHandlers {
  onUncaughtError(error: unknown, info: FailureInfo): void
  onCaughtError(error: unknown, info: FailureInfo): void
  onRecoverableError(error: unknown, info: FailureInfo): void
}

export function createRootErrorHandlers(telemetry: Pick<Reporter, 'captureException'>): RootErrorHandlers {
  const report = (error: unknown, info: FailureInfo, hint: CaptureHint): void => {
    telemetry.captureException(error, { ...hint, ...componentStack(info) })
  }
  return {
    onUncaughtError: (error, info) => report(error, info, { handled: false, mechanism: 'react.uncaught' }),
    onCaughtError: (error, info) => report(error, info, { handled: true, mechanism: 'react.caught' }),
    onRecoverableError(error, info) {
      // An error with a digest happened on the server, which has reported it. The browser only rendered the
      // part again.
      if (typeof readProperty(error, 'digest') === 'string') return
      report(error, info, { handled: true, mechanism: 'react.recoverable', level: 'warning' })
    },
  }
}

interface ErrorBoundaryProps {
  /** Not needed if the root's handlers already report. */
  telemetry?: Pick<Reporter, 'captureException'> | undefined
  /** False if the fallback is an error screen, where the visitor cannot continue. Default true. */
  handled?: boolean
  /** Rendered in place of what failed; `retry` renders the children again. */
  fallback: (error: unknown, retry: () => void) => ReactNode
  children?: ReactNode
}

interface BoundaryState {
  failure: { error: unknown } | undefined
}

/** Reports errors that its children throw while rendering, and renders something else. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined }

  /** The error is wrapped in an object, because `undefined` and `null` can be thrown as well. */
  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    const { telemetry, handled = true } = this.props
    telemetry?.captureException(error, {
      handled,
      mechanism: 'react.boundary',
      ...componentStack(info),
    })
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    return this.props.fallback(failure.error, () => this.setState({ failure: undefined }))
  }
}

function componentStack(info: FailureInfo): CaptureHint {
  return info.componentStack ? { contexts: { react: { componentStack: info.componentStack } } } : {}
}
