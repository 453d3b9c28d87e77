import { setUpSnippets } from './set-up-snippets.ts'

/** The kinds of applications that a project can be of: those with set-up code. */
export const PLATFORMS: readonly string[] = [...new Set(setUpSnippets('').map(({ platform }) => platform))]
