import { desk, logs } from '../../renderer/texts/places.ts'

export default `${logs} · ${desk}`
