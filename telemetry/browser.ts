import {
  type BrowserTelemetry,
  type BrowserTelemetryOptions,
  type BrowserWindow,
  startErrorTelemetry,
} from './browser-errors.ts'
import { observeClicks } from './instrument/clicks.ts'
import { observeConsole } from './instrument/console.ts'
import { observeFetch } from './instrument/fetch.ts'
import { observeHistory } from './instrument/history.ts'
import { recordRequests } from './instrument/requests.ts'
import { stopAll } from './instrument/wrap.ts'
import { observeXhr } from './instrument/xhr.ts'

/** Reports what nobody in the page catches, and keeps breadcrumbs of what led there. */
export function startBrowserTelemetry(
  options: BrowserTelemetryOptions,
  target: BrowserWindow = window,
): BrowserTelemetry {
  const telemetry = startErrorTelemetry(options, target)
  const { addBreadcrumb: record, uninstall } = telemetry
  const watch = recordRequests(record, options.clock)
  return {
    ...telemetry,
    uninstall: stopAll(
      uninstall,
      observeClicks(target.document, record),
      observeConsole(target.console, record),
      observeFetch(target, watch),
      observeXhr(target.XMLHttpRequest.prototype, watch),
      observeHistory(target, record),
    ),
  }
}
