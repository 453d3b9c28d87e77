export default 'How to search · Crumbtrail'
