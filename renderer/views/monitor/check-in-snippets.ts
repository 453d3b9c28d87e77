import { snippets as say } from '#renderer/texts/monitors.ts'

/** Examples of how a job reports its runs, with curl alone and with an SDK. */
export function checkInSnippets(dsn: string, slug: string): { name: string; code: string }[] {
  const url = URL.parse(dsn)
  const snippets = [
    {
      name: say.withSdk,
      code: `await Sentry.withMonitor(${JSON.stringify(slug)}, () => runTheJob(), {
  schedule: { type: 'crontab', value: '0 3 * * *' },
  timezone: 'Europe/Vienna',
  checkinMargin: 5,
  maxRuntime: 30,
})`,
    },
  ]
  if (url === null || url.username === '') return snippets
  const path = `${url.origin}/api${url.pathname}/cron/${encodeURIComponent(slug)}/${url.username}/`
  const curl = `# ${say.whenDone}
curl '${path}?status=ok'

# ${say.whenFailed}
curl '${path}?status=error'`
  return [{ name: say.withCurl, code: curl }, ...snippets]
}
