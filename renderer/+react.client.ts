import { createRootErrorHandlers } from '#telemetry/react.tsx'
import { telemetry } from './telemetry/browser-telemetry.ts'

/**
 * React reports errors that nothing caught and errors that it recovered from. `+Wrapper` reports those
 * that it catches.
 */
const { onUncaughtError, onRecoverableError } = telemetry ? createRootErrorHandlers(telemetry) : {}
const rootOptions = {
  ...(onUncaughtError && { onUncaughtError }),
  ...(onRecoverableError && { onRecoverableError }),
}

export default { hydrateRootOptions: rootOptions, createRootOptions: rootOptions }
