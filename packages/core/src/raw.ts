/** The seam between reading source and everything after it: plain JSON, no syntax-tree node. Public as `@suss/core/raw`. */
export {}
