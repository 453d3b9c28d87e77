import { createRootErrorHandlers } from '#telemetry/react.tsx'
import { telemetry } from './telemetry/browser-telemetry.ts'

/** React reports what nothing caught and what it recovered from; what `+Wrapper` catches, that reports. */
const { onUncaughtError, onRecoverableError } = telemetry ? createRootErrorHandlers(telemetry) : {}
const rootOptions = {
  ...(onUncaughtError && { onUncaughtError }),
  ...(onRecoverableError && { onRecoverableError }),
}

export default { hydrateRootOptions: rootOptions, createRootOptions: rootOptions }
