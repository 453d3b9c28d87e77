export default 'public'
