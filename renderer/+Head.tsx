import { usePageContext } from 'vike-react/usePageContext'
import { Head } from './Head.tsx'
import { settingsMeta } from './telemetry-settings.ts'

export default function DocumentHead() {
  const { visit } = usePageContext()
  const settings = visit?.browserTelemetry
  return (
    <>
      <Head />
      {visit?.traceMeta().map((tag) => (
        <meta key={tag.name} {...tag} />
      ))}
      {settings !== undefined && <meta name={settingsMeta} content={JSON.stringify(settings)} />}
    </>
  )
}
