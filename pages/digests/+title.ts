import { desk, digests } from '../../renderer/texts/places.ts'

export default `${digests} · ${desk}`
