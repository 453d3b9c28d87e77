export { loadPage } from './page/load-page.ts'
