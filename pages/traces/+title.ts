export default 'Traces · Crumbtrail'
