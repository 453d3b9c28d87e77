import { expect, it } from 'vitest'
import { foldPages } from '#renderer/build/fold-page-list.ts'

/** As Vike writes a page into its list. */
function entryOf(pageId: string, route: string, hasGuard = false): string {
  return `  {
    pageId: "${pageId}",
    isErrorPage: undefined,
    routeFilesystem: {"routeString":"${route}","definedAtLocation":"${pageId}/"},
    loadVirtualFilePageEntry: () => ({ moduleId: "virtual:vike:page-entry:client:${pageId}", moduleExportsPromise: import("virtual:vike:page-entry:client:${pageId}") }),
    configValuesSerialized: {
      ["hasGuard"]: {
        type: "computed",
        value: ${hasGuard},
      },
    },
  },
`
}

const listOf = (...entries: string[]) =>
  `export const pageConfigsSerialized = [\n${entries.join('')}];\nexport const other = 1;\n`

interface Page {
  pageId: string
  routeFilesystem: { routeString: string }
  loadVirtualFilePageEntry(): { moduleId: string; moduleExportsPromise: string }
}

/** What the code exports; importing a module gives its name. */
function evaluate(code: string): Page[] {
  const plain = code.replaceAll('export const', 'const').replaceAll('import(', 'String(')
  return new Function(`${plain}\nreturn pageConfigsSerialized`)()
}

const whole = (pages: Page[]) =>
  pages.map((page) => ({ ...page, loadVirtualFilePageEntry: page.loadVirtualFilePageEntry() }))

it('says the same of every page, and what they have in common once', () => {
  const code = listOf(
    entryOf('/pages/index', '/'),
    entryOf('/pages/issues', '/issues'),
    entryOf('/pages/issues/@issueId', '/issues/@issueId'),
    entryOf('/pages/guarded', '/guarded', true),
  )
  const folded = foldPages(code)
  expect(whole(evaluate(folded))).toEqual(whole(evaluate(code)))
  expect(folded.match(/"hasGuard"/g)).toHaveLength(3) // the function's, the odd route's and the odd setting's
  expect(folded).toContain(
    'pageOf("/issues/@issueId", () => import("virtual:vike:page-entry:client:/pages/issues/@issueId"))',
  )
})

it('leaves what is written differently as it is', () => {
  const code = 'export const pageConfigsSerialized = [\n  { pageId: "/pages/issues" },\n];\n'
  expect(foldPages(code)).toBe(code)
})
