export default 'Usage · Crumbtrail'
