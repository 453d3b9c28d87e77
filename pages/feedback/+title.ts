export default 'Feedback · Crumbtrail'
