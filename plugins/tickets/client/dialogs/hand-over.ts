import { lazyPart } from '@balcao/sdk/client';

/** In a chunk of its own, because two screens open it and neither should load it at the start of the other. */
export const HandOverDialog = lazyPart(async () => {
  const part = await import('./HandOverDialog.tsx');
  await part.ready();
  return { default: part.HandOverDialog };
});
