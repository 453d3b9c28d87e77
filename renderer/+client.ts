import './telemetry/browser-telemetry.ts'
import { installCopyButtons } from './errors/copy.ts'
import { settleOverlay } from './errors/error-overlay.ts'
import { showMissingCode } from './errors/missing-code.tsx'
import { listenToDocument } from './navigation/document-events.ts'
import { isMissingCode } from './page/vike-internals.ts'

installCopyButtons(document)
listenToDocument(window)
addEventListener('unhandledrejection', ({ reason }) => {
  if (isMissingCode(reason)) showMissingCode(document)
})
// A streamed document has the overlay at its very end.
if (document.readyState === 'complete') settleOverlay(document)
else addEventListener('load', () => settleOverlay(document), { once: true })
