const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }

/** What a document says to who reads it: its text, without scripts, each block's words apart from the next. */
export function pageWords(html: string): string {
  return html
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, ' ')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<\/?(?:a|b|bdi|code|span|time)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#x27|amp);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
}
