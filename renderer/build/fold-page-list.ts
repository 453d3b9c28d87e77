import type { Plugin } from 'vite'

const ENTRY =
  /\{\n {4}pageId: "([^"]*)",\n {4}isErrorPage: undefined,\n {4}routeFilesystem: \{"routeString":"([^"]*)","definedAtLocation":"([^"]*)"\},\n {4}loadVirtualFilePageEntry: \(\) => \(\{ moduleId: "([^"]*)", moduleExportsPromise: import\("([^"]*)"\) \}\),\n {4}configValuesSerialized: (\{\n(?: {6}.*\n)* {4}\}),\n {2}\}/g
const LIST = 'export const pageConfigsSerialized = ['
const MODULE = 'virtual:vike:page-entry:client:'

/**
 * Writes what all pages of Vike's list have in common once. Each page would add 700 characters to the script that comes with the
 * first view, and pages differ in their address alone. What is written differently stays as it is.
 */
export function foldPageList(): Plugin {
  return {
    name: 'crumbtrail:fold-page-list',
    apply: 'build',
    transform: {
      filter: { id: /^\0virtual:vike:global-entry:client:/ },
      handler: (code) => ({ code: foldPages(code), map: null }),
    },
  }
}

/** @internal */
export function foldPages(code: string): string {
  const settings = ENTRY.exec(code)?.[6]
  ENTRY.lastIndex = 0
  if (settings === undefined) return code
  const folded = code.replaceAll(ENTRY, (entry, pageId, route, location, moduleId, imported, itsSettings) => {
    const isPlain =
      pageId === `/pages${route}` &&
      location === `${pageId}/` &&
      moduleId === MODULE + pageId &&
      imported === moduleId
    return isPlain && itsSettings === settings ? `pageOf("${route}", () => import("${imported}"))` : entry
  })
  return folded.replace(LIST, () => `${pageOf(settings)}\n${LIST}`)
}

function pageOf(settings: string): string {
  return `function pageOf(routeString, load) {
  const pageId = '/pages' + routeString
  return {
    pageId,
    isErrorPage: undefined,
    routeFilesystem: { routeString, definedAtLocation: pageId + '/' },
    loadVirtualFilePageEntry: () => ({ moduleId: '${MODULE}' + pageId, moduleExportsPromise: load() }),
    configValuesSerialized: ${settings},
  }
}`
}
