import type { ReactNode } from 'react'
import { usePageContext } from 'vike-react/usePageContext'
import { ErrorBoundary } from '../telemetry/react.tsx'
import { telemetry } from './browser-telemetry.ts'
import { ErrorScreen } from './ErrorScreen.tsx'

/**
 * What breaks in the browser while rendering ends at the error screen, on the page that broke and no further:
 * the boundary is made anew for the next one. On the server nothing is caught here, `+onRenderHtml` does it.
 */
export default function Wrapper({ children }: { children: ReactNode }) {
  const { urlOriginal } = usePageContext()
  return (
    <ErrorBoundary key={urlOriginal} telemetry={telemetry} handled={false} fallback={() => <ErrorScreen />}>
      {children}
    </ErrorBoundary>
  )
}
