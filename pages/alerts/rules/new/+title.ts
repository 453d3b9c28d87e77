import { desk, newRule } from '#renderer/texts/frame/places.ts'

export default `${newRule} · ${desk}`
