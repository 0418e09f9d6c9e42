/** Holds the place of the tsc host, which arrives with milestone 2; nothing is exported yet. */
export {}
