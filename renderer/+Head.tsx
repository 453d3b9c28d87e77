export { Head as default } from './Head.tsx'
