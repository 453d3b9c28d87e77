export default 'Releases · Crumbtrail'
