// Only the server renders this part (refusal-html.tsx), so no script needs the names of its styles.
import './SearchRefusal.module.css'

/** Says above a list why its search, in the top bar, was refused. */
export function SearchNote({ html }: { html: string | null }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has rendered and escaped it (refusal-html.tsx)
  return html === null ? null : <div dangerouslySetInnerHTML={{ __html: html }} />
}
