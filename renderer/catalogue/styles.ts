// All that the components are styled with: loaded by the catalogue's document alone.
import '../styles/fonts.css'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/menus.css'
import './Catalogue.tsx'
