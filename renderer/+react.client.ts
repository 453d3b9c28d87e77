import { createRootErrorHandlers } from '../telemetry/react.tsx'
import { telemetry } from './browser-telemetry.ts'

const handlers = createRootErrorHandlers(telemetry)

/** React reports to us what it caught, could not catch and recovered from, with the component stack. */
export default { hydrateRootOptions: handlers, createRootOptions: handlers }
