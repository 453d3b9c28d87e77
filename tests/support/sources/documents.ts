/** The paths of the repository that a document names, in its text and in its drawings, but not in code. */
export function pathsIn(markdown: string): string[] {
  const found = withoutCode(markdown).match(
    /(?<![\w/.#@-])(?:server|renderer|pages|telemetry|tests|docs)\/[\w@.+*/-]*/g,
  )
  return (found ?? []).map((path) => (path.endsWith('.') ? path.slice(0, -1) : path))
}

/** Names of our files without their folder, which a reader would have to search for. Those of Vike's hooks begin with `+`. */
export function fileNamesIn(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/`([a-z][\w-]*\.tsx?)`/gi)].map(([, name = '']) => name)
}

/** Where a document's links within the repository lead. */
export function linksIn(markdown: string): string[] {
  const targets = [...withoutCode(markdown).matchAll(/\]\(([^()\s#]+)(?:#[^()\s]*)?\)/g)]
  return targets.map(([, target = '']) => target).filter((target) => !target.includes(':'))
}

/** Leaves out blocks of code with a language: their paths are those of another application. */
function withoutCode(markdown: string): string {
  return markdown
    .split(/^```/m)
    .filter((part, index) => index % 2 === 0 || part.startsWith('\n'))
    .join('')
}
