import {
  type BrowserTelemetryOptions,
  type BrowserWindow,
  describePage,
  reportUncaught,
} from './browser/errors.ts'
import { observeClicks } from './instrument/clicks.ts'
import { observeConsole } from './instrument/console.ts'
import { observeFetch } from './instrument/fetch.ts'
import { observeHistory } from './instrument/history.ts'
import { recordRequests } from './instrument/requests.ts'
import { observeXhr } from './instrument/xhr.ts'
import { createScopedTelemetry, type ScopedOptions, type ScopedTelemetry } from './scope/scoped-telemetry.ts'

export interface BrowserTelemetry extends ScopedTelemetry {
  /** Removes every handler and wrapper. */
  uninstall(): void
}

/** Reports uncaught errors of the page, and records breadcrumbs. */
export function startBrowserTelemetry(
  options: BrowserTelemetryOptions & Pick<ScopedOptions, 'scopes'>,
  target: BrowserWindow = window,
): BrowserTelemetry {
  const telemetry = createScopedTelemetry({ ...options, platform: 'javascript' })
  const record = telemetry.addBreadcrumb
  const watch = recordRequests(record, options.clock)
  telemetry.globalScope.describeRequest = () => describePage(target)
  const controller = new AbortController()
  const { signal } = controller
  reportUncaught(telemetry, target, signal)
  observeClicks(target.document, record, signal)
  observeConsole(target.console, record, signal)
  observeFetch(target, watch, signal)
  observeXhr(target.XMLHttpRequest.prototype, watch, signal)
  observeHistory(target, record, signal)
  return { ...telemetry, uninstall: () => controller.abort() }
}
