export default 'Sign in · Crumbtrail'
