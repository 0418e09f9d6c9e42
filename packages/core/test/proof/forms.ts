/** Every form of unit that is proved against its execution. */
import { clientForms } from './client.js'
import { expressForms } from './express.js'
import { fastifyForm } from './fastify.js'
import type { Form } from './form.js'
import { honoForm } from './hono.js'

export const forms: readonly Form[] = [...expressForms, fastifyForm, honoForm, ...clientForms]
