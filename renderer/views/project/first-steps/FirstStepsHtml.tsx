// Only the server renders this part (first-steps-html.tsx), so no script imports its styles.
import '#renderer/ui/page/EmptyState.module.css'
import '#renderer/ui/content/Snippet.module.css'
import '#renderer/ui/content/CopyButton.module.css'
import '#renderer/ui/form/Button.module.css'

/** How to send the first row of a list, as the server has rendered it. */
export function FirstStepsHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has rendered and escaped it (first-steps-html.tsx)
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
