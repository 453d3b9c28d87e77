export default 'Digests · Crumbtrail'
