export default 'Playground · Crumbtrail'
