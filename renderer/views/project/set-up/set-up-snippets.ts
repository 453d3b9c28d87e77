import { hello, notes } from '#renderer/texts/account/set-up.ts'
import { astroSetUp, nextSetUp, nuxtSetUp, reactRouterSetUp, svelteKitSetUp } from './frameworks.ts'
import { browserSetUp, expoSetUp, nodeSetUp, reactSetUp } from './javascript.ts'
import { dotnetSetUp, goSetUp, javaSetUp, phpSetUp, pythonSetUp, rubySetUp } from './languages.ts'
import { curlOf, type SetUp } from './set-up.ts'

/** Examples of how the most common kinds of applications report to a project. */
export function setUpSnippets(dsn: string): [SetUp, ...SetUp[]] {
  return [
    nodeSetUp(dsn),
    browserSetUp(dsn),
    reactSetUp(dsn),
    nextSetUp(dsn),
    nuxtSetUp(dsn),
    svelteKitSetUp(dsn),
    astroSetUp(dsn),
    reactRouterSetUp(dsn),
    expoSetUp(dsn),
    pythonSetUp(dsn),
    goSetUp(dsn),
    phpSetUp(dsn),
    rubySetUp(dsn),
    javaSetUp(dsn),
    dotnetSetUp(dsn),
    { platform: 'curl', install: curlOf(dsn, hello), files: [], note: notes.curl },
  ]
}
