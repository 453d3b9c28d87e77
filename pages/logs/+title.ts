export default 'Logs · Crumbtrail'
