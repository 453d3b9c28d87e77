import type { buildDocument } from './document.ts'

type ApiDocument = ReturnType<typeof buildDocument>

interface Operation {
  summary: string
  description?: string
  tags: string[]
  parameters?: { name: string; in: string; description?: string }[]
  requestBody?: { content: Record<string, { schema: unknown; example?: unknown }> }
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

/** The desk's tokens (renderer/styles/tokens.css), and nothing that is loaded. */
const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(oklch(.985 .003 85), oklch(.175 .006 70));
  --raised: light-dark(oklch(1 0 0), oklch(.21 .007 70)); --line: light-dark(oklch(.905 .006 85), oklch(.285 .008 70));
  --ink: light-dark(oklch(.24 .012 60), oklch(.94 .01 80)); --ink-2: light-dark(oklch(.45 .012 60), oklch(.75 .01 80));
  --link: light-dark(oklch(.42 .13 260), oklch(.8 .1 260)); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.55 "Geist Variable", system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif; }
main { max-width: 900px; margin: 0 auto; padding: 40px 20px 64px; }
h1 { margin: 0; font-size: 22px; font-weight: 600; }
h2 { margin: 36px 0 10px; font-size: 15px; font-weight: 600; }
a { color: var(--link); text-underline-offset: 3px; }
.intro { max-width: 640px; margin: 4px 0 0; color: var(--ink-2); }
code, pre { font: 13px/1.55 "Geist Mono Variable", ui-monospace, monospace; }
nav ul { margin: 24px 0 0; padding: 0; columns: 3 160px; list-style: none; }
nav a { display: inline-block; padding: 3px 0; }
.card { border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
details + details { border-top: 1px solid var(--line); }
summary { padding: 10px 16px; cursor: pointer; overflow-wrap: anywhere; }
summary span { display: block; color: var(--ink-2); }
details > :not(summary) { margin: 0 16px 12px; }
dt { font-weight: 520; } dd { margin: 0 0 6px; color: var(--ink-2); }
pre { overflow-x: auto; padding: 12px; border-radius: 6px; background: var(--paper); }
@media (max-width: 480px) { main { padding: 24px 16px 48px; } nav a { padding: 10px 0; } }
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
    ([subject]) => `<li><a href="#${escapeHtml(subject)}">${escapeHtml(inWords(subject))}</a></li>`,
  )
  const sections = subjects.map(([subject, operations]) => {
    const blocks = operations.map(({ method, path, operation }) => toBlock(method, path, operation))
    return toSection(subject, inWords(subject), blocks)
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
<main>
<h1>API</h1>
<p class="intro">${escapeHtml(info.description)} Addresses begin with <code>${escapeHtml(servers[0]?.url ?? '')}</code>.
Send <code>Authorization: Bearer &lt;token&gt;</code>; tokens are made in the settings.
For programs: <a href="openapi.json">openapi.json</a>.</p>
<nav><ul>${links.join('')}<li><a href="#schemas">Schemas</a></li></ul></nav>
${sections.join('\n')}
${toSection('schemas', 'Schemas', schemas)}
</main>
</html>
`
}

function toSection(id: string, title: string, blocks: readonly string[]): string {
  const heading = `<h2>${escapeHtml(title)}</h2>`
  return `<section id="${escapeHtml(id)}">${heading}<div class="card">${blocks.join('')}</div></section>`
}

/** `alert-channels`, a part of addresses, as a heading. */
function inWords(subject: string): string {
  const words = subject.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
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
  const body = Object.entries(more.requestBody?.content ?? {}).map(
    ([type, { schema, example }]) =>
      `<p>Takes ${escapeHtml(type)}:</p>${toCode(schema)}` +
      (example === undefined ? '' : `<p>For example:</p>${toCode(example)}`),
  )
  return (
    `<details><summary><code>${method} ${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary>` +
    `<p>${escapeHtml(description ?? 'Needs any token.')}</p>${terms.length > 0 ? `<dl>${terms.join('')}</dl>` : ''}` +
    `${body.join('')}${answers.join('')}</details>`
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
