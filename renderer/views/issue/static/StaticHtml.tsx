// Only the server renders these parts (static-html.tsx), so no script imports their styles.
import './BulkActions.module.css'
import './Facets.module.css'
import '#renderer/ui/search/refusal/SearchRefusal.module.css'
import '#renderer/views/issue/handling/assign.module.css'
import '#renderer/views/issue/handling/ignore.module.css'
import '#renderer/ui/page/EmptyState.module.css'
import '#renderer/ui/content/Snippet.module.css'
import '#renderer/ui/content/CopyButton.module.css'
import '#renderer/ui/form/Button.module.css'

/** A part of the page that the server has rendered. */
export function StaticHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has rendered and escaped it (static-html.tsx)
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
