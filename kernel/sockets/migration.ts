import type { Migration } from '@balcao/sdk/server';

/** Table through which live messages over 8,000 bytes are sent between nodes (@socket.io/postgres-adapter). */
export const sockets: Migration = {
  name: '0013-socket-attachment',
  sql: [
    `create unlogged table kernel.socket_attachment (
       id bigserial unique, created_at timestamptz default now(), payload bytea)`,
  ],
};
