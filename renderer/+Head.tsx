import { usePageContext } from 'vike-react/usePageContext'
import { Head } from './Head.tsx'
import { settingsMeta } from './telemetry-settings.ts'

export default function DocumentHead() {
  const settings = usePageContext().visit?.browserTelemetry
  return (
    <>
      <Head />
      {settings !== undefined && <meta name={settingsMeta} content={JSON.stringify(settings)} />}
    </>
  )
}
