/**
 * One message for all that differ in what they name only: an id in a message must not become 5,000 issues.
 * Bounded repetitions: a hostile text must cost no more than its length.
 */
export function normalizeMessage(message: string): string {
  return message
    .slice(0, 1_000)
    .replace(/\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s'"<>)]+/gi, '<url>')
    .replace(/[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}/g, '<email>')
    .replace(/\b[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}\b/gi, '<uuid>')
    .replace(/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<date>')
    .replace(/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, '<ip>')
    .replace(/\b0x[\da-f]+\b/gi, '<hex>')
    .replace(/\b(?=[a-f]*\d)[\da-f]{8,128}\b/gi, '<hash>')
    .replace(/(^|[\s(=:[,])(?:'[^'\n]{0,200}'|"[^"\n]{0,200}")/g, '$1<quoted>')
    .replace(/-?\d+(?:[.,]\d+)*/g, '<number>')
    .replace(/\s+/g, ' ')
    .trim()
}
