export default 'Settings · Crumbtrail'
