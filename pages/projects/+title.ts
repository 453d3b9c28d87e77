export default 'Projects · Crumbtrail'
