import { desk, traces } from '../../renderer/texts/places.ts'

export default `${traces} · ${desk}`
