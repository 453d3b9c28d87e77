export default 'Set up · Crumbtrail'
