import { desk, digests } from '#renderer/texts/frame/places.ts'

export default `${digests} · ${desk}`
