// Imports the server's dependencies and none of its own code: the least memory that any start needs.
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
