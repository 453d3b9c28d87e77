import { createRequire } from 'node:module'

// What Vike itself makes of values and text, which ours must agree with: the path is internal, so the version is pinned.
export { escapeHtml as escapeAsVike } from '../../../node_modules/vike/dist/utils/escapeHtml.js'

interface Serializer {
  stringify(
    value: unknown,
    options: {
      forbidReactElements: boolean
      htmlScriptSafe?: { escapeScripts: boolean; escapeURLs: boolean }
    },
  ): string
}

/** Of the very package that Vike has. */
const path = createRequire(import.meta.resolve('vike/server')).resolve('@brillout/json-serializer/stringify')
export const { stringify } = (await import(path)) as Serializer // as it documents it
