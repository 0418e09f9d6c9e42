/** The axios instance: every path under `/api`, every status outside 2xx an error. */
import axios from 'axios'

export const http = axios.create({ baseURL: '/api', timeout: 5000 })
