import { lazyPart } from '@balcao/sdk/client';

/** In a chunk of its own: two screens open it, and neither shall bring it to the other's start. */
export const HandOverDialog = lazyPart(async () => {
  const part = await import('./HandOverDialog.tsx');
  await part.ready();
  return { default: part.HandOverDialog };
});
