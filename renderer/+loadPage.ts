export { loadPage } from './load-page.ts'
