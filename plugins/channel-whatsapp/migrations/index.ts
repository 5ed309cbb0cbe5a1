import type { Migration } from '@balcao/sdk/server';
import { past } from './0002-past.ts';

export const migrations: Migration[] = [
  {
    name: '0001-init',
    sql: [
      // What a telephone gave this device, and the keys of everybody it speaks with: nothing of it is legible here.
      `create table channel_whatsapp.line (
         company_id int not null default kernel.current_company(),
         connection_id int not null,
         creds text not null,
         updated_at timestamptz not null default now(),
         primary key (company_id, connection_id),
         foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
      // Names of keys hold the numbers of customers, so what stands here is their digest.
      `create table channel_whatsapp.key (
         company_id int not null default kernel.current_company(),
         connection_id int not null,
         kind text not null,
         name bytea not null,
         value text not null,
         updated_at timestamptz not null default now(),
         primary key (company_id, connection_id, kind, name),
         foreign key (company_id, connection_id) references connections.connection (company_id, id) on delete cascade)`,
    ],
  },
  past,
];
