// No page loads parts of itself later, so vike-react's loading placeholder is never shown.
export default {}
