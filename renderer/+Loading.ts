// No page loads parts of itself late: vike-react's placeholder for that is not shown anywhere.
export default {}
