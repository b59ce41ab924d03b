/** Tests keep nothing in the user's cache, unless they say where. */
process.env.CODEGRAIN_CACHE ??= '';
