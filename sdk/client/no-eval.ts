/**
 * zod probes `new Function`, which the page's policy blocks and reports; every copy of zod reads this setting first.
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true };
