import type { Migration } from '@balcao/sdk/server';

export const embeddingModels: Migration = {
  name: '0011-embedding-models',
  sql: [
    // The model that made the vector: those of different models cannot be compared.
    `alter table assistant.chunk add column embedding_model text`,
    `drop index assistant.chunk_unembedded`,
  ],
};
