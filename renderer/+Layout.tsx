export { Layout as default } from './layout/Layout.tsx'
