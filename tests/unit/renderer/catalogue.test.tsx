import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalogue } from '#renderer/build/catalogue.ts'
import { exampleGroups } from '#renderer/catalogue/Catalogue.tsx'
import { renderCatalogue } from '#renderer/catalogue/catalogue-html.tsx'

/**
 * The tab bar is fixed to the window's edge, the bar of the settings is shown as a part of `TopBar`, `CredentialsForm` is the
 * whole content of two pages, and parts of a frame and its hidden field are nothing to look at.
 */
const notShown = ['Head', 'Layout', 'FrameField', 'FramePart', 'TabBar', 'SettingsBar', 'CredentialsForm']

const folders = ['layout', 'layout/bars', 'layout/menus']
const uiFolders = ['content', 'digest', 'form', 'icon', 'page', 'search'].map((name) => `ui/${name}`)

it.each([...folders, ...uiFolders])('shows every component of renderer/%s', (folder) => {
  const shown = exampleGroups.flatMap(([, specimens]) => specimens.map(({ name }) => name))
  const components = readdirSync(new URL(`../../../renderer/${folder}`, import.meta.url))
    .filter((file) => /^[A-Z]\w*\.tsx$/.test(file))
    .map((file) => file.replace('.tsx', ''))
  expect(components.length).toBeGreaterThan(0)
  expect(components.filter((name) => !shown.includes(name) && !notShown.includes(name))).toEqual([])
})

it('is one document, with each state in both themes', () => {
  const html = renderCatalogue()
  expect(html).toContain('<title>Catalogue · Crumbtrail</title>')
  const states = exampleGroups.flatMap(([, specimens]) => specimens.flatMap(({ states }) => states))
  expect(html.match(/<figcaption>/g)?.length).toBeGreaterThanOrEqual(2 * states.length)
})

it('is served in development alone', () => {
  expect(catalogue().apply).toBe('serve')
})
