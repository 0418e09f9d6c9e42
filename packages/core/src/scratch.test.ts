import { test } from 'vitest'
import { extractSources, handlers, route } from './testing/extract-source.js'
test('x', () => {
  const r = extractSources({ 'src/app.js': 'const express = require("express"); const routes = require("./routes/v1"); const app = express(); app.use("/v1", routes); module.exports = app;', 'src/routes/v1/index.js': 'const express = require("express"); const authRoute = require("./auth.route"); const router = express.Router(); const defaultRoutes = [{ path: "/auth", route: authRoute }]; defaultRoutes.forEach((route) => { router.use(route.path, route.route); }); module.exports = router;', 'src/routes/v1/auth.route.js': 'const express = require("express"); const router = express.Router(); router.post("/x", (req, res) => res.send(1)); module.exports = router;' })
  console.log(handlers(r).map(route))
})
