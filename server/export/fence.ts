/**
 * A code block that what it holds cannot end: its fence is longer than any run of backticks inside
 * (https://spec.commonmark.org/0.31.2/#fenced-code-blocks).
 */
export function fenced(text: string, language = 'text'): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text.endsWith('\n') ? text.slice(0, -1) : text}\n${fence}`
}

/** Code within a line: likewise (https://spec.commonmark.org/0.31.2/#code-spans). */
export function inlineCode(line: string): string {
  const text = line.replace(/\s+/g, ' ')
  const ticks = '`'.repeat(longestRun(text) + 1)
  const isBare = !/^[ `]|[ `]$/.test(text) && text !== ''
  return isBare ? ticks + text + ticks : `${ticks} ${text} ${ticks}`
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
