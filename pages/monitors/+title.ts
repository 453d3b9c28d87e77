export default 'Monitors · Crumbtrail'
