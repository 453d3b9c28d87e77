export const title = 'Find anything'
export const example = 'Go to a page, find an issue, run an action'
export const pages = 'Pages'
export const actions = 'On this page'
export const issues = 'Issues'
export const recent = 'Recent'
export const nothing = 'No results.'
export const search = (text: string) => `Search issues for ${text}`
export const goTo = (text: string) => `Go to ${text}`
export const count = (options: number) => (options === 1 ? '1 result' : `${options} results`)
