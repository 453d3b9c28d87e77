// All styles of the components. Only the catalogue's document loads them.
import '#renderer/styles/fonts.css'
import '#renderer/styles/tokens.css'
import '#renderer/styles/base.css'
import '#renderer/styles/menus.css'
import './Catalogue.tsx'
