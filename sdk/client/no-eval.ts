/** zod probes `new Function`, which the page's policy refuses and reports; every copy of zod reads this first. */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true };
