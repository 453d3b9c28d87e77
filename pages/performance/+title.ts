import { desk, performance } from '../../renderer/texts/places.ts'

export default `${performance} · ${desk}`
