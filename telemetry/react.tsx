import { Component, type ErrorInfo, type ReactNode } from 'react'
import { readProperty } from './errors/thrown/thrown.ts'
import type { CaptureHint, Reporter } from './transport/reporter.ts'

/** What React says of where it happened; its client's types and its own differ in what may be missing. */
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
      // A digest says that the server failed, and reported it under that digest; the browser only
      // made up for it.
      if (typeof readProperty(error, 'digest') === 'string') return
      report(error, info, { handled: true, mechanism: 'react.recoverable', level: 'warning' })
    },
  }
}

interface ErrorBoundaryProps {
  /** Not needed where the root's handlers report already. */
  telemetry?: Pick<Reporter, 'captureException'> | undefined
  /** False when what is shown instead is an error screen: the visitor's way ends there. Default true. */
  handled?: boolean
  /** Shown in the place of what failed; `retry` renders the children again. */
  fallback: (error: unknown, retry: () => void) => ReactNode
  children?: ReactNode
}

interface BoundaryState {
  failure: { error: unknown } | undefined
}

/** Reports what its children throw while rendering, and shows something else. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined }

  /** In a box of its own, because `undefined` and `null` can be thrown as well. */
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
