// What the server imports of others, and nothing of its own: the least that any start of it can take.
await Promise.all([
  import('@mikro-orm/postgresql'),
  import('koa'),
  import('@koa/router'),
  import('koa-body'),
  import('zod'),
  import('pg'),
  import('socket.io'),
  import('@socket.io/postgres-adapter'),
  import('agenda'),
  import('jose'),
]);
process.send?.(performance.now());
process.disconnect?.();
