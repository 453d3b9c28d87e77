export default 'Sign out · Crumbtrail'
