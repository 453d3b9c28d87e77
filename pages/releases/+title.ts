import { desk, releases } from '../../renderer/texts/places.ts'

export default `${releases} · ${desk}`
