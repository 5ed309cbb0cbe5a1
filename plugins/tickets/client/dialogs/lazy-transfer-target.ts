import { lazyPart } from '@balcao/sdk/client';

/** In a chunk of its own, because two screens open it and neither should load it at the start of the other. */
export const TransferTargetDialog = lazyPart(async () => {
  const part = await import('./TransferTargetDialog.tsx');
  await part.ready();
  return { default: part.TransferTargetDialog };
});
