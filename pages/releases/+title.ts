import { desk, releases } from '#renderer/texts/frame/places.ts'

export default `${releases} · ${desk}`
