export { Head as default } from './layout/Head.tsx'
