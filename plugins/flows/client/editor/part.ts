import { lazyPart } from '@balcao/sdk/client';

/** The editor is large: the list loads it once it is idle, so that the first flow opens as soon as any other. */
export const EditorPart = lazyPart(() => import('./EditorPage.tsx'));
