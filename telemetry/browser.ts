import {
  type BrowserTelemetryOptions,
  type BrowserWindow,
  describePage,
  reportUncaught,
} from './browser-errors.ts'
import { observeClicks } from './instrument/clicks.ts'
import { observeConsole } from './instrument/console.ts'
import { observeFetch } from './instrument/fetch.ts'
import { observeHistory } from './instrument/history.ts'
import { recordRequests } from './instrument/requests.ts'
import { stopAll } from './instrument/wrap.ts'
import { observeXhr } from './instrument/xhr.ts'
import { createScopedTelemetry, type Telemetry } from './scoped-telemetry.ts'

export interface BrowserTelemetry extends Telemetry {
  /** Takes every handler and wrapper away again. */
  uninstall(): void
}

/** Reports what nobody in the page catches, and keeps breadcrumbs of what led there. */
export function startBrowserTelemetry(
  options: BrowserTelemetryOptions,
  target: BrowserWindow = window,
): BrowserTelemetry {
  const telemetry = createScopedTelemetry({ ...options, platform: 'javascript' })
  const { addBreadcrumb: record } = telemetry
  const watch = recordRequests(record, options.clock)
  telemetry.globalScope.setRequest(() => describePage(target))
  return {
    ...telemetry,
    uninstall: stopAll(
      reportUncaught(telemetry, target),
      observeClicks(target.document, record),
      observeConsole(target.console, record),
      observeFetch(target, watch),
      observeXhr(target.XMLHttpRequest.prototype, watch),
      observeHistory(target, record),
    ),
  }
}
