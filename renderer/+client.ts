import './browser-telemetry.ts'
import { installCopyButtons } from './copy.ts'
import { revealOverlayButtons } from './error-overlay.ts'
import { listenToDocument } from './navigation/document-events.ts'

installCopyButtons(document)
listenToDocument(window)
// The overlay is the last thing of a streamed document.
if (document.readyState === 'complete') revealOverlayButtons(document)
else addEventListener('load', () => revealOverlayButtons(document), { once: true })
