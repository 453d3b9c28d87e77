import { desk, members } from '#renderer/texts/frame/places.ts'

export default `${members} · ${desk}`
