export default 'Performance · Crumbtrail'
