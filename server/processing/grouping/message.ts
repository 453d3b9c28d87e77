/** Words before a number that make it say what went wrong, where other numbers say to whom. */
const CODE =
  /(\b(?:status(?: code)?|exit(?:ed with)?(?: code| status)?|error(?: code)?|errno|signal|HTTP(?:\/[\d.]{1,4})?)[ :=#[]{1,3}|\bSQLSTATE\[|\bORA-)(\d{1,6})\b/gi

/** Words before a quoted name that make it a name in the code: `(reading 'price')`, `has no attribute 'total'`. */
const NAMED =
  /\b(reading|setting|attribute|argument|method|property|function|module|named|class|constant|variable|column|relation|table|name) (?:'([\w$.-]{1,64})'|"([\w$.-]{1,64})"|`([\w$.-]{1,64})['`])/gi

/** Digits as letters of the private use area, so that no later rule takes them for data. */
const RETAINED_ZERO = 0xe000

/**
 * One message for all that differ in what they name only: an id in a message must not become 5,000 issues.
 * Bounded repetitions: a hostile text must cost no more than its length.
 */
export function normalizeMessage(message: string): string {
  const text = message
    .slice(0, 1_000)
    .replace(/^Uncaught (?:\(in promise\) )?/, '')
    // Its address and arguments come after; the number is the message: https://react.dev/errors
    .replace(/^(Minified React error #\d{1,4})\b.*/s, '$1')
    .replace(CODE, (_all, word: string, code: string) => word + keep(code))
    .replace(/(\bReact error #)(\d{1,4})/, (_all, word: string, code: string) => word + keep(code))
    .replace(
      NAMED,
      (_all, word: string, ...names: (string | undefined)[]) => `${word} ${keep(nameOf(names))}`,
    )
  return (/[\d/\\@'"`:]/.test(text) ? normalizeData(text) : text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\ue000-\ue009]/g, (letter) => String(letter.charCodeAt(0) - RETAINED_ZERO))
}

function keep(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(RETAINED_ZERO + Number(digit)))
}

function nameOf(names: (string | undefined)[]): string {
  return names.slice(0, 3).find((name) => name !== undefined) ?? ''
}

function normalizeData(text: string): string {
  return text
    .replace(/\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s'"<>)]+/gi, '<url>')
    .replace(/[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}/g, '<email>')
    .replace(/\b[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}\b/gi, '<uuid>')
    .replace(/(^|[\s(=:[,])(?:'[^'\n]{0,200}'|"[^"\n]{0,200}"|`[^`'\n]{0,200}['`])/g, '$1<quoted>')
    .replace(/(^|[\s(=:[,])(?:[a-z]:)?(?:[\\/]{1,2}[^\s\\/:'"<>|,;()]{1,100}){2,40}[\\/]?/gi, '$1<path>')
    .replace(/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<date>')
    .replace(
      /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} \d{1,4}(?:,? \d{4})?(?: \d\d:\d\d(?::\d\d)?)?(?: (?:GMT|UTC)(?:[+-]\d{4})?)?/g,
      '<date>',
    )
    .replace(/\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\b/g, '<time>')
    .replace(/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, '<ip>')
    .replace(
      /\[?(?=[\da-f:]{0,39}\d)(?:\b[\da-f]{1,4}|:)(?::[\da-f]{0,4}){2,7}(?![\w:])\]?(?::\d+)?/gi,
      '<ip>',
    )
    .replace(/\b0x[\da-f]+\b/gi, '<value>')
    .replace(/\b(?=[a-f]*\d)[\da-f]{8,128}\b/gi, '<value>')
    .replace(/[a-z\d_-]{4,200}/gi, normalizeId)
    .replace(/-?\d+(?:[.,]\d+)*(?:%| ?(?:[num]?s|[kmg]i?b|min|sec(?:ond)?s?)\b)?/gi, '<value>')
}

/** `cus_9fKx2Lm`, `ORD-2024-AB12`, `a1b2c3`; but not `utf8`, `sha256` and `step-2`. */
function normalizeId(word: string): string {
  if (!/\d/.test(word) || !/[a-z]/i.test(word)) return word
  if (/\d{3}[a-z]*[_-][a-z]*\d/i.test(word)) return '<value>'
  if (/\d[a-z]+[\d_-]*\d/i.test(word) || /[a-z]\d+[a-z]{1,64}\d*[a-z]*/i.test(word)) return '<value>'
  return /^[a-z]{2,8}_[a-z\d]{8,64}$/i.test(word) ? '<value>' : word
}
