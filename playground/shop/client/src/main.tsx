/** Mounts the shop's client. */
import { createRoot } from 'react-dom/client'
import { App } from './pages/app'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
