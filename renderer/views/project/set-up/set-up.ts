import { noKey, release } from '#renderer/texts/account/set-up.ts'

/** How one kind of application reports to a project. */
export interface SetUp {
  platform: string
  install: string
  files: CodeFile[]
  /** What to throw to see that it works; curl's command is its own test. */
  test?: CodeFile
  note?: string
}

export interface CodeFile {
  name: string
  code: string
}

/** A string in single quotes, in the languages that have only these two escapes in it, and JavaScript. */
export function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`
}

/** A string where the language has no other quotes: Go, Java, C#. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text)
}

/** What every application wants: errors by release and environment, traces and logs. */
export function jsInit(dsn: string, more: readonly string[] = []): string {
  const lines = [
    `dsn: ${quoted(dsn)},`,
    `release: '${release}',`,
    `environment: 'production',`,
    'tracesSampleRate: 1.0, // all traces; lower it under heavy traffic',
    'enableLogs: true,',
    ...more,
  ]
  return `Sentry.init({\n${lines.map((line) => `  ${line}`).join('\n')}\n})`
}

/** Every line begins so much further to the right. */
export function indented(code: string, by = '  '): string {
  return code.replaceAll(/^(?=.)/gm, by)
}

export function curlOf(dsn: string, message: string): string {
  const url = URL.parse(dsn)
  if (url === null || url.username === '') return `# ${noKey}`
  return `curl '${url.origin}/api${url.pathname}/store/?sentry_key=${url.username}' \\
  -H 'content-type: application/json' \\
  -d '{"message": "${message}", "level": "error"}'`
}
