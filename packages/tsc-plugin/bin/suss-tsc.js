#!/usr/bin/env node
import '../dist/suss-tsc.js'
