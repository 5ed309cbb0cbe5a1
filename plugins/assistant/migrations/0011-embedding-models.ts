import type { Migration } from '@balcao/sdk/server';

export const embeddingModels: Migration = {
  name: '0011-embedding-models',
  sql: [
    // The model that made the vector: those of different models cannot be compared.
    `alter table assistant.chunk add column embedding_model text`,
    // While one node has a passage embedded, no other pays for it too.
    `alter table assistant.chunk add column embedding_until timestamptz`,
    // When the passage was last found where it came from.
    `alter table assistant.chunk add column seen_at timestamptz not null default now()`,
    `drop index assistant.chunk_unembedded`,
  ],
};
