/** An event's page has the forms of its issue. */
export { action } from '../../+action.ts'
