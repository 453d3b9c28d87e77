export { Layout as default } from './Layout.tsx'
