import { desk, playground } from '../../renderer/texts/places.ts'

export default `${playground} · ${desk}`
