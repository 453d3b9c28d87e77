import { desk, playground } from '#renderer/texts/frame/places.ts'

export default `${playground} · ${desk}`
