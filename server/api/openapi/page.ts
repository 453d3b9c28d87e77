import type { buildDocument } from './document.ts'

type ApiDocument = ReturnType<typeof buildDocument>

interface Operation {
  summary: string
  description?: string
  tags: string[]
  parameters?: { name: string; in: string; description?: string }[]
  requestBody?: { content: unknown }
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
summary { padding: .6rem 0; cursor: pointer; overflow-wrap: anywhere; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; background: color-mix(in srgb, currentColor 8%, transparent); }
summary span { display: block; opacity: .75; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
nav ul { columns: 3 12rem; padding: 0; list-style: none; }
`

/** Writes the document as a page that needs no script. */
export function toPage({ paths, components, servers, info }: ApiDocument): string {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...{ method: method.toUpperCase(), path },
      operation: operation as Operation, // as document.ts makes them
    })),
  )
  const subjects = [...Map.groupBy(all, ({ operation }) => operation.tags[0] ?? '')].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const links = subjects.map(
    ([subject]) => `<li><a href="#${escapeHtml(subject)}">${escapeHtml(subject)}</a></li>`,
  )
  const sections = subjects.map(([subject, operations]) => {
    const blocks = operations.map(({ method, path, operation }) => toBlock(method, path, operation))
    return `<section id="${escapeHtml(subject)}"><h2>${escapeHtml(subject)}</h2>${blocks.join('')}</section>`
  })
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${toCode(schema)}</details>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of ${escapeHtml(info.title)}</title>
<style>${STYLE}</style>
<h1>API</h1>
<p>${escapeHtml(info.description)} Addresses begin with <code>${escapeHtml(servers[0]?.url ?? '')}</code>.
Send <code>Authorization: Bearer &lt;token&gt;</code>; tokens are made in the settings.
For programs: <a href="openapi.json">openapi.json</a>.</p>
<nav><ul>${links.join('')}<li><a href="#schemas">schemas</a></li></ul></nav>
${sections.join('\n')}
<section id="schemas"><h2>Schemas</h2>${schemas.join('')}</section>
</html>
`
}

function toBlock(
  method: string,
  path: string,
  { summary, description, parameters = [], ...more }: Operation,
): string {
  const terms = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(
      ({ name, description: says = '' }) =>
        `<dt><code>${escapeHtml(name)}</code></dt><dd>${escapeHtml(says)}</dd>`,
    )
  const answers = Object.entries(more.responses)
    .filter(([status]) => status !== '4XX')
    .map(([status, { content }]) => {
      const schema = content?.['application/json']?.schema
      return `<p>Answers ${escapeHtml(status)}${schema === undefined ? '.</p>' : `:</p>${toCode(schema)}`}`
    })
  const body = more.requestBody === undefined ? '' : `<p>Takes:</p>${toCode(more.requestBody.content)}`
  return (
    `<details><summary><code>${method} ${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary>` +
    `<p>${escapeHtml(description ?? 'Needs any token.')}</p>${terms.length > 0 ? `<dl>${terms.join('')}</dl>` : ''}` +
    `${body}${answers.join('')}</details>`
  )
}

function toCode(schema: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`
}

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPED.get(character) ?? character)
}
