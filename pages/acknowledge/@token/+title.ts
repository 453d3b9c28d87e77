import { pageTitle } from '#renderer/texts/alerts/acknowledging.ts'

export default pageTitle
