import { desk, usage } from '../../renderer/texts/places.ts'

export default `${usage} · ${desk}`
