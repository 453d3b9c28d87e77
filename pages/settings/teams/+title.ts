import { desk, teams } from '#renderer/texts/frame/places.ts'

export default `${teams} · ${desk}`
